import { createRepeatedGetRequest, type Comparison, type ComparedServers } from './compare.ts';
import { sendAndCountBytes, type GetNextTarget } from './load.ts';
import { RANDOM_PNG } from './picture.ts';
import { STORED_PICTURE_PATH } from './recording.ts';

/**
 * Returns the comparisons of the storage protocol with bench/bare-server.ts: upload and public download of a picture of
 * 20 kB.
 */
export async function createStorageComparisons({
  backend,
  bare,
  headers,
}: ComparedServers): Promise<Comparison[]> {
  const download = createRepeatedGetRequest(
    `${backend}/storage/v1/object/public/product-images/${STORED_PICTURE_PATH}`,
  );
  const size = await sendAndCountBytes(download());
  if (size !== RANDOM_PNG.length)
    throw new Error(`The picture has ${size} bytes instead of ${RANDOM_PNG.length}`);
  let uploads = 0;
  const folder = `${backend}/storage/v1/object/product-images/main`;
  return [
    {
      name: 'storage: public download of 20 kB',
      floorName: 'the file streamed, no SQL',
      ours: download,
      floor: createRepeatedGetRequest(`${bare}/file`),
    },
    {
      name: 'storage: the same download',
      floorName: 'the same SQL, then the file streamed',
      ours: download,
      floor: createRepeatedGetRequest(`${bare}/file-with-row`),
    },
    {
      name: 'storage: upload of 20 kB',
      floorName: 'file written and synced, one row inserted',
      ours: upload(() => `${folder}/${uploads++}.png`, headers),
      floor: upload(() => `${bare}/upload`, {}),
    },
  ];
}

function upload(toUrl: () => string, headers: Record<string, string>): GetNextTarget {
  const withType = { ...headers, 'content-type': 'image/png' };
  return () => ({ url: toUrl(), method: 'POST', headers: withType, body: RANDOM_PNG });
}
