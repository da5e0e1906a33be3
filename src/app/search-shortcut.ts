import { useEffect } from 'react';

/** Focuses the search box of the page, if it has one, when the user presses '/' outside of a text input. */
export function useSearchShortcut() {
  useEffect(function listenForShortcut() {
    addEventListener('keydown', focusSearch);
    return () => removeEventListener('keydown', focusSearch);
  }, []);
}

function focusSearch(event: KeyboardEvent) {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || isLetterKeyTarget(event.target))
    return;
  const box = document.querySelector<HTMLInputElement>('#header-slot input[type=search]');
  // Ignore the key while a modal dialog is open.
  if (!box || document.querySelector('dialog:modal')) return;
  event.preventDefault();
  box.focus();
  box.select();
}

/** Whether the target itself handles letter keys: a text input inserts the letter, and a select chooses an option. */
export function isLetterKeyTarget(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))
  );
}
