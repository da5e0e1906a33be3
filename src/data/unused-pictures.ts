import type { StoredFile } from './pictures.ts';
import { rest } from './rest-client.ts';

/**
 * Deletes those of the pictures that no record points to any more, after one was saved or deleted.
 * Nobody waits for it: the records are right already, and an unused file harms nobody.
 */
export function removeUnusedPictures(urls: readonly (string | null)[]): void {
  const given = urls.filter((url) => url !== null);
  if (given.length > 0) void removeUnused(given);
}

async function removeUnused(urls: string[]) {
  const { data, error } = await rest.rpc('unused_files', { urls });
  if (error) return console.warn('Pictures that may be unused were not deleted', error);
  removeFiles(data);
}

/**
 * Deletes files that the database has named as unused. Never one that an address names: whoever wrote
 * the address would choose what the person here deletes.
 */
export function removeFiles(files: readonly StoredFile[]): void {
  if (files.length > 0) void remove(files);
}

async function remove(files: readonly StoredFile[]) {
  const { storage } = await import('./storage-client.ts');
  for (const [bucket, group] of Map.groupBy(files, (file) => file.bucket)) {
    const { error } = await storage.from(bucket).remove(group.map(({ path }) => path));
    if (error) console.warn('Pictures that nothing points to were not deleted', error);
  }
}
