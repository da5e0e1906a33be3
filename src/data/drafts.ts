import type { Held } from '#lib/merge.ts';
import { currentSession, onSignOut } from './session.ts';
import { storedSession } from './stored-session.ts';

/** The typed values of a form with their time; stored in this browser. */
export type Draft<V> = {
  /** ISO 8601. */
  at: string;
  /** The form's instance in one tab. */
  by?: string;
  values: Partial<V>;
  /** The names of the chosen pictures. A draft does not store the files, so the user must choose them again. */
  pictures?: readonly string[];
  /** The stored record that the form was made from; absent for a new one. */
  base?: unknown;
  /** The values of later stored versions that the form showed, by field. */
  agreed?: Held;
  /** For a new record that was sent: it may be stored already. */
  sent?: SentDraft;
  /** An earlier draft that is still offered, or that another tab is writing. */
  earlier?: Draft<V>;
  /** Already requested ('Desfazer'): the form shows it without offering it first. */
  wanted?: true;
};

/** The key of a creation, and the values of its first attempt. */
export type SentDraft = { id: string; held: Held };

const prefix = 'vitrine:draft:';
/** Days after which a draft is deleted. */
const lifetime = 30;

/** The storage key of a form's drafts, by user and form. */
export function draftKey(name: string): string {
  const session = currentSession();
  return `${prefix}${'userId' in session ? session.userId : ''}:${name}`;
}

// If the browser forbids storage, or the quota is exceeded, there is no draft, and the form still works.

/** Undefined when there is no draft younger than thirty days. */
export function readDraft<V>(key: string): Draft<V> | undefined {
  try {
    const text = localStorage.getItem(key);
    // `writeDrafts` wrote it, for the same form.
    const draft = text ? (JSON.parse(text) as Draft<V>) : undefined;
    return draft && isAlive(draft) ? draft : undefined;
  } catch {
    return undefined;
  }
}

/** A draft and the earlier ones, newest first. */
export function draftsIn<V>(draft: Draft<V> | undefined): Draft<V>[] {
  return draft ? [draft, ...draftsIn(draft.earlier)] : [];
}

/** Stores the drafts of a form, newest first, and replaces the stored ones. */
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
 * Calls `onChange` when another tab has changed the drafts under this key. Returns the unsubscribe function. Not called
 * after a sign-out in the other tab: the drafts must not be written again.
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

/** Delete expired drafts from the browser's storage. */
try {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(prefix) && !readDraft(key)) removeDraft(key);
} catch {}

function isAlive({ at }: Draft<unknown>): boolean {
  return Date.now() - Date.parse(at) < lifetime * 24 * 60 * 60 * 1000;
}

/** Delete the drafts at the sign-out: the computer may be shared. */
onSignOut((userId) => {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(`${prefix}${userId}:`)) removeDraft(key);
  } catch {}
});
