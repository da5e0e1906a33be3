import { currentSession, onSignOut } from './session.ts';
import { storedSession } from './stored-session.ts';

/** What was typed into a form and when; kept in this browser. */
export type Draft<V> = {
  /** ISO 8601. */
  at: string;
  /** The form that it was typed into, as it stood open in one tab. */
  by?: string;
  values: Partial<V>;
  /** The names of pictures that had been chosen; their files are lost. */
  pictures?: readonly string[];
  /** The stored record that the form was made from; absent for a new one. */
  base?: unknown;
  /** One that was offered and not answered yet while this one was typed, or that is typed in another tab. */
  earlier?: Draft<V>;
  /** Asked for already ('Desfazer'): its form shows it without offering it first. */
  wanted?: true;
};

const prefix = 'vitrine:draft:';
/** Days after which nobody is going to ask for a draft any more. */
const lifetime = 30;

/** Where a form's draft is kept: one a person and form. */
export function draftKey(name: string): string {
  const session = currentSession();
  return `${prefix}${'userId' in session ? session.userId : ''}:${name}`;
}

// A browser that forbids storage, or is out of room, keeps no draft; the form works all the same.

/** Undefined when there is none, or none that is younger than thirty days. */
export function readDraft<V>(key: string): Draft<V> | undefined {
  try {
    const text = localStorage.getItem(key);
    // Written below, by the same form.
    const draft = text ? (JSON.parse(text) as Draft<V>) : undefined;
    return draft && isAlive(draft) ? draft : undefined;
  } catch {
    return undefined;
  }
}

/** A draft and those before it, the newest first. */
export function draftsIn<V>(draft: Draft<V> | undefined): Draft<V>[] {
  return draft ? [draft, ...draftsIn(draft.earlier)] : [];
}

/** Stores the drafts of a form, the newest first, in the place of those that were stored. */
export function writeDrafts<V>(key: string, drafts: readonly Draft<V>[]) {
  const nested = drafts.reduceRight<Draft<V> | undefined>(
    (earlier, draft) => ({ ...draft, earlier }),
    undefined,
  );
  try {
    if (nested) localStorage.setItem(key, JSON.stringify(nested));
    else localStorage.removeItem(key);
  } catch {}
}

/**
 * Calls `onChange` when another tab has changed the drafts under this key, until the returned function is called. Not
 * for a user who has signed out there: nothing of them is written again.
 */
export function onOthersDrafts(key: string, onChange: () => void): () => void {
  function hear(event: StorageEvent) {
    const userId = storedSession()?.userId;
    if ((event.key === key || event.key === null) && key.startsWith(`${prefix}${userId}:`))
      onChange();
  }
  addEventListener('storage', hear);
  return () => removeEventListener('storage', hear);
}

export function removeDraft(key: string) {
  try {
    localStorage.removeItem(key);
  } catch {}
}

/** What nobody is going to ask for stays on nobody's disk. */
try {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(prefix) && !readDraft(key)) removeDraft(key);
} catch {}

function isAlive({ at }: Draft<unknown>): boolean {
  return Date.now() - Date.parse(at) < lifetime * 24 * 60 * 60 * 1000;
}

/** Whoever signs out leaves nothing behind on a computer that others use too. */
onSignOut((userId) => {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(`${prefix}${userId}:`)) removeDraft(key);
  } catch {}
});
