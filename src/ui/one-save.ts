import { useEffect, useRef, useState } from 'react';

/** The result of a save. 'undecided': nothing was written, because the user closed a question without a choice. */
export type SaveEnd = 'saved' | 'undecided' | 'failed';

/**
 * Runs one save at a time, and none after a successful one: the form is rendered until the next page. `save` calls
 * `begin` when the typed values are valid, and returns its result. An inert form loses the focus; the focus is restored
 * after a failed save.
 */
export function useOneSave(save: (begin: () => void) => Promise<SaveEnd>) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const running = useRef(false);
  const focused = useRef<Element>(null);
  useEffect(
    function giveTheFocusBack() {
      const { current } = focused;
      if (busy || !(current instanceof HTMLElement)) return;
      // Focus a field that the platform refused, else restore the focus that the inert form has lost.
      const wrong = current.closest('form')?.querySelector<HTMLElement>('[aria-invalid=true]');
      if (wrong) wrong.focus();
      else if (document.activeElement === document.body) current.focus();
    },
    [busy],
  );
  /** Resolves with true when the record is saved. */
  async function submit(): Promise<boolean> {
    if (running.current) return false;
    running.current = true;
    focused.current = document.activeElement;
    let begun = false;
    const end = await save(() => {
      begun = true;
      setBusy(true);
    }).catch((error: unknown): SaveEnd => {
      // An exception (for example, a chunk failed to load) is a failed save: the form can be used again.
      console.error(error);
      return 'failed';
    });
    const saved = end === 'saved';
    if (begun) setFailed(end === 'failed');
    running.current = saved;
    if (!saved) setBusy(false);
    return saved;
  }
  return { busy, failed, submit };
}
