import { shared } from '#lib/shared.ts';

/** The open modal dialogs, the last one on top. Everything outside of it is inert, also a popover above it. */
export const openDialogs = shared<readonly HTMLDialogElement[]>([]);
