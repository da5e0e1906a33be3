/** Files that no record points to any more. Nobody waits for it: the records are right already. */
export function deleteFiles(urls: readonly string[]) {
  if (urls.length > 0)
    void import('#data/upload.ts').then(({ removePictures }) => removePictures(urls));
}
