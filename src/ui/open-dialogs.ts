import { shared } from '#lib/shared.ts';

/**
 * The open modal dialogs. The last one is on top, and everything outside of it is inert: even a popover that is
 * displayed above it.
 */
export const openDialogs = shared<readonly HTMLDialogElement[]>([]);

/**
 * Opens a modal dialog. Use this function as the `ref` of a `<dialog>`.
 * @returns a function that closes the dialog: the browser restores the focus only if a dialog closes before its removal
 */
export function openModal(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  openDialogs.set([...openDialogs.get(), dialog]);
  return () => {
    dialog.close();
    openDialogs.set(openDialogs.get().filter((other) => other !== dialog));
  };
}
