import { currentSession } from './session.ts';

/** What was typed into a form and when; kept in this browser. */
export type Draft<V> = { at: string; values: Partial<V> };

/** Where a form's draft is kept: one a person and form. */
export function draftKey(name: string): string {
  const session = currentSession();
  return `vitrine:draft:${'userId' in session ? session.userId : ''}:${name}`;
}

// A browser that forbids storage, or is out of room, keeps no draft; the form works all the same.

export function readDraft<V>(key: string): Draft<V> | undefined {
  try {
    const text = localStorage.getItem(key);
    // Written below, by the same form.
    return text ? (JSON.parse(text) as Draft<V>) : undefined;
  } catch {
    return undefined;
  }
}

export function writeDraft<V>(key: string, draft: Draft<V>) {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
  } catch {}
}

export function removeDraft(key: string) {
  try {
    localStorage.removeItem(key);
  } catch {}
}
