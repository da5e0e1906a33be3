import { downloadFile } from '#lib/download.ts';
import { getErrorMessage } from '#lib/error-message.ts';
import { createSameUserCheck } from '#lib/user-change.ts';
import { toast, removeToasts } from '#ui/toast.ts';

/**
 * Writes a file and downloads it. If that fails, shows a message that offers a retry. If another user has signed in
 * meanwhile, that user gets neither the file nor the message.
 */
export async function writeAndDownload(name: string, write: () => Promise<Blob>): Promise<void> {
  const about = ['download', name];
  const isSameUser = createSameUserCheck();
  try {
    const file = await write();
    if (!isSameUser()) return;
    removeToasts(about, 'error');
    downloadFile(name, file);
  } catch (error) {
    if (!isSameUser()) return;
    toast.error(`Não foi possível baixar o arquivo: ${getErrorMessage(error)}`, {
      about,
      action: { label: 'Tentar novamente', run: () => void writeAndDownload(name, write) },
    });
  }
}
