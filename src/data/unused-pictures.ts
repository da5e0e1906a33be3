import { atMost } from '#lib/at-most.ts';
import { isTransient } from './errors.ts';
import type { StoredFile } from './pictures.ts';
import { rest } from './rest-client.ts';

/**
 * Moves those of the pictures to the trash that no record points to any more, after one was saved or
 * deleted. Nobody waits for it: the records are right already, and an unused file harms nobody.
 */
export function removeUnusedPictures(urls: readonly (string | null)[]): void {
  const given = urls.filter((url) => url !== null);
  if (given.length > 0) void removeUnused(given);
}

async function removeUnused(urls: string[]) {
  const { data, error } = await rest.rpc('unused_files', { urls });
  if (error) return console.warn('Pictures that may be unused were not moved', error);
  removeFiles(data);
}

/** The closed bucket of files that no record uses any more: each below its bucket and path. */
export const trash = 'lixeira';

/**
 * Moves files to the trash that the database has named as unused. Never one that an address names: whoever
 * wrote the address would choose what the person here removes.
 */
export function removeFiles(files: readonly StoredFile[]): void {
  void Promise.all(files.map(({ bucket, path }) => move(bucket, path, trash, `${bucket}/${path}`)));
}

/** Deletes files for good, wherever they lie. @throws Error when some are left */
export async function deleteFiles(files: readonly StoredFile[]): Promise<void> {
  const { storage } = await import('./storage-client.ts');
  for (const [bucket, group] of Map.groupBy(files, (file) => file.bucket)) {
    const { error } = await storage.from(bucket).remove(group.map(({ path }) => path));
    if (error)
      throw new Error(`Os dados foram retirados, mas não todos os arquivos: ${error.message}`);
  }
}

/** The pictures of thousands of products may go at once. */
const inTurn = atMost(4);

/** False when nobody answered whether it was. */
export async function move(from: string, path: string, destinationBucket: string, newPath: string) {
  const { storage } = await import('./storage-client.ts');
  const { error } = await inTurn(() =>
    storage.from(from).move(path, newPath, { destinationBucket }),
  );
  // Not every picture has a small copy.
  if (error && !/not found/i.test(error.message)) console.warn('A picture was not moved', error);
  return !error || !isTransient(error);
}
