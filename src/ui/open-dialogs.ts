import { shared } from '#lib/shared.ts';

/** The open modal dialogs, the last one on top. Everything outside of it is inert, also a popover above it. */
export const openDialogs = shared<readonly HTMLDialogElement[]>([]);

/**
 * Opens a modal dialog. It is used as the `ref` of a `<dialog>`.
 * @returns a function that closes it: a dialog restores the focus only if it is closed before it leaves the page
 */
export function openModal(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  openDialogs.set([...openDialogs.get(), dialog]);
  return () => {
    dialog.close();
    openDialogs.set(openDialogs.get().filter((other) => other !== dialog));
  };
}
