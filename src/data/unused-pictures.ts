import { atMost } from '#lib/at-most.ts';
import { isTransient } from './errors.ts';
import type { StoredFile } from './pictures.ts';
import { rest } from './rest-client.ts';

/**
 * After a save or deletion: moves the pictures that no record uses any more to the trash. Runs in the background: the
 * record is already correct, and an unused file does no harm.
 */
export function removeUnusedPictures(urls: readonly unknown[]): void {
  const given = urls.filter((url) => typeof url === 'string');
  if (given.length > 0) void removeUnused(given);
}

async function removeUnused(urls: string[]) {
  const { data, error } = await rest.rpc('unused_files', { urls });
  if (error) return console.warn('Pictures that may be unused were not moved', error);
  removeFiles(data);
}

/** The closed bucket of files that no record uses any more. A file's path there is its former bucket and path. */
export const trash = 'lixeira';

/**
 * Moves files to the trash that the database has listed as unused. Never pass a file that was read from a URL: the
 * author of the URL could choose which files this user deletes.
 */
export function removeFiles(files: readonly StoredFile[]): void {
  void Promise.all(files.map(({ bucket, path }) => move(bucket, path, trash, `${bucket}/${path}`)));
}

/**
 * Deletes files permanently, in any bucket.
 * @throws Error when some remain
 */
export async function deleteFiles(files: readonly StoredFile[]): Promise<void> {
  const { storage } = await import('./storage-client.ts');
  for (const [bucket, group] of Map.groupBy(files, (file) => file.bucket)) {
    const { error } = await storage.from(bucket).remove(group.map(({ path }) => path));
    if (error)
      throw new Error(`Os dados foram removidos, mas nem todos os arquivos: ${error.message}`);
  }
}

/** Thousands of products may be deleted at once: limit the concurrency. */
const inTurn = atMost(4);

/** Returns false if no response tells whether the file was moved. */
export async function move(from: string, path: string, destinationBucket: string, newPath: string) {
  const { storage } = await import('./storage-client.ts');
  const { error } = await inTurn(() =>
    storage.from(from).move(path, newPath, { destinationBucket }),
  );
  // A picture may have no thumbnail.
  if (error && !/not found/i.test(error.message)) console.warn('A picture was not moved', error);
  return !error || !isTransient(error);
}
