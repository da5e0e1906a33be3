import { useEffect } from 'react';

/** '/' (outside of text) leads to the search box of the page, where it has one. */
export function useSearchShortcut() {
  useEffect(function listenForShortcut() {
    addEventListener('keydown', focusSearch);
    return () => removeEventListener('keydown', focusSearch);
  }, []);
}

function focusSearch(event: KeyboardEvent) {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
  const box = document.querySelector<HTMLInputElement>('#header-slot input[type=search]');
  // Behind an open dialog nothing can be searched.
  if (!box || document.querySelector('dialog:modal')) return;
  event.preventDefault();
  box.focus();
  box.select();
}

/** Letters go into a field there. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select'))
  );
}
