import { shared } from '#lib/shared.ts';

/**
 * The open modal dialogs. The last dialog is on top. Everything outside of the last dialog is inert, even a popover
 * that is displayed above the dialog.
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
