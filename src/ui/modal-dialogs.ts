import { createStore } from '#lib/create-store.ts';

/**
 * The open modal dialogs. The last dialog is on top. Everything outside of the last dialog is inert, even a popover
 * that is displayed above the dialog.
 */
export const modalDialogs = createStore<readonly HTMLDialogElement[]>([]);

/**
 * Opens a modal dialog. Use this function as the `ref` of a `<dialog>`.
 * @returns a function that closes the dialog: the browser restores the focus only if a dialog closes before its removal
 */
export function openModal(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  modalDialogs.set([...modalDialogs.get(), dialog]);
  return () => {
    dialog.close();
    modalDialogs.set(modalDialogs.get().filter((other) => other !== dialog));
  };
}
