/** Calls `save` at Ctrl+S, or Command+S, except over a dialog, until the returned function is called. */
export function onSaveKey(save: () => void): () => void {
  function onKeyDown(event: KeyboardEvent) {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey)
      return;
    event.preventDefault();
    if (!document.querySelector('dialog[open]')) save();
  }
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}
