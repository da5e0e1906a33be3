import { useEffect, useRef, useState } from 'react';

/** How a save ended; 'asked': nothing is written yet, a question stands open first. */
export type SaveEnd = 'saved' | 'asked' | 'failed';

/**
 * One save at a time, and none after the one that succeeded: the form is still there while the next page
 * comes. `save` calls `begin` once nothing is wrong with what was typed, and answers how it ended.
 * The focus, which a form that is made inert lets go of, comes back when the save has failed.
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
      // A field that the platform refused comes first; else an inert form has let go of the focus.
      const wrong = current.closest('form')?.querySelector<HTMLElement>('[aria-invalid=true]');
      if (wrong) wrong.focus();
      else if (document.activeElement === document.body) current.focus();
    },
    [busy],
  );
  /** True when the record is saved. */
  async function submit(): Promise<boolean> {
    if (running.current) return false;
    running.current = true;
    focused.current = document.activeElement;
    let begun = false;
    const end = await save(() => {
      begun = true;
      setBusy(true);
    }).catch((error: unknown): SaveEnd => {
      // A save that throws (code that did not load) has failed like any other: the form can be used again.
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
