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
  if (data.length === 0) return;
  const { removePictures } = await import('./upload.ts');
  await removePictures(data);
}
