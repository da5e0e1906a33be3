import type { RecordValues } from '#lib/merge.ts';
import { getCurrentSession, onSignOut } from './session.ts';
import { readStoredSession } from './stored-session.ts';

/** The values that a user entered in a form and did not save yet. Drafts are stored in this browser. */
export type Draft<V> = {
  /** The time at which the draft was stored (ISO 8601). */
  at: string;
  /** The id of the form that wrote the draft. Each opened form has a new id. */
  by?: string;
  values: Partial<V>;
  /** The names of the chosen pictures. A draft does not store the files, so the user must choose them again. */
  pictures?: readonly string[];
  /** The stored record from which the form was made; absent for a new record. */
  base?: unknown;
  /** The values that the form took over from later versions of the stored record, keyed by field. */
  agreed?: RecordValues;
  /** The first attempt to save a new record; absent before that attempt. The attempt has perhaps stored the record. */
  sent?: CreationAttempt;
  /** The next older draft of this form. It is not restored or discarded yet, or another tab wrote it. */
  earlier?: Draft<V>;
  /** Set if the user cancelled the form and clicked 'Desfazer': the form restores the draft without an offer. */
  wanted?: true;
};

/** The idempotency key of a creation, and the values of its first attempt. */
export type CreationAttempt = { id: string; held: RecordValues };

const prefix = 'vitrine:draft:';
/** Days after which a draft is deleted. */
const lifetime = 30;

/** Returns the storage key for the signed-in user's drafts of the form `name`. */
export function draftKey(name: string): string {
  const session = getCurrentSession();
  return `${prefix}${'userId' in session ? session.userId : ''}:${name}`;
}

// The functions below ignore errors of localStorage. If the browser forbids storage, or the quota is exceeded, no draft
// is stored, and the form still works.

/** Returns the newest draft with its earlier drafts; undefined without a draft of the last thirty days. */
export function readDraft<V>(key: string): Draft<V> | undefined {
  try {
    const text = localStorage.getItem(key);
    // The cast is safe: `writeDrafts` wrote this entry for the same form.
    const draft = text ? (JSON.parse(text) as Draft<V>) : undefined;
    return draft && isAlive(draft) ? draft : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a draft and its earlier drafts, newest first. */
export function flattenDrafts<V>(draft: Draft<V> | undefined): Draft<V>[] {
  return draft ? [draft, ...flattenDrafts(draft.earlier)] : [];
}

/** Replaces the drafts stored under this key with `drafts`, newest first. */
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
 * Calls `onChange` when another tab has changed the drafts under this key. Returns the unsubscribe function. A sign-out
 * in another tab also deletes the drafts, but does not call `onChange`: the form must not write them again.
 */
export function onDraftsChangedInOtherTab(key: string, onChange: () => void): () => void {
  function onStorage(event: StorageEvent) {
    const userId = readStoredSession()?.userId;
    if ((event.key === key || event.key === null) && key.startsWith(`${prefix}${userId}:`))
      onChange();
  }
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

export function removeDrafts(key: string) {
  try {
    localStorage.removeItem(key);
  } catch {}
}

// Delete expired drafts from the browser's storage when this module loads.
try {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(prefix) && !readDraft(key)) removeDrafts(key);
} catch {}

function isAlive({ at }: Draft<unknown>): boolean {
  return Date.now() - Date.parse(at) < lifetime * 24 * 60 * 60 * 1000;
}

// Delete the user's drafts at the sign-out: other users perhaps use the same computer.
onSignOut((userId) => {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(`${prefix}${userId}:`)) removeDrafts(key);
  } catch {}
});
