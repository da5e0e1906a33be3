import { StorageClient } from '@supabase/storage-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertTestUsers } from '../../supabase/tests/database.ts';
import { TEST_CALLERS, type TestCaller } from '../../supabase/tests/people.ts';
import { FOLDER_PERMISSIONS, type RightLetter } from '../../supabase/tests/permission-table.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { createServiceClient } from './testing/people.ts';
import { createPicture } from './testing/pictures.ts';

type Place = {
  client: StorageClient;
  files: ReturnType<StorageClient['from']>;
  bucket: string;
  folder: string;
};
type Result = { data: unknown; error: unknown };

let server: TestServer;
let file: File;

beforeAll(async () => {
  server = await startTestServer({ seed: 'schema' });
  await insertTestUsers((text, values) => server.sql(text, values));
  file = await createPicture('png');
  for (const place of Object.keys(FOLDER_PERMISSIONS)) await leaveOneFile(place);
}, 60_000);
afterAll(() => server.stop());

/**
 * The request for each letter of the permission table, in a folder with old.png. The `data` of the result shows whether
 * the request had an effect. Files cannot be listed, so `r` reads the bucket.
 */
const ATTEMPTS: Record<RightLetter, [verb: string, (place: Place) => Promise<Result>]> = {
  r: ['read the bucket of', ({ client, bucket }) => client.getBucket(bucket)],
  c: ['upload to', ({ files, folder }) => files.upload(`${folder}/new.png`, file)],
  u: ['move in', ({ files, folder }) => files.move(`${folder}/old.png`, `${folder}/new.png`)],
  d: ['delete from', ({ files, folder }) => files.remove([`${folder}/old.png`])],
};

describe('the permissions of storage, through the protocol', () => {
  for (const [place, may] of Object.entries(FOLDER_PERMISSIONS)) {
    const [bucket = '', folder = ''] = place.split('/');
    for (const person of Object.keys(may) as TestCaller[]) {
      for (const letter of Object.keys(ATTEMPTS) as RightLetter[]) {
        const [verb, attempt] = ATTEMPTS[letter];
        const allowed = may[person].includes(letter);
        it(`${allowed ? 'lets' : 'does not let'} ${person} ${verb} ${place} [ROLE-15]`, async () => {
          const client = await clientOf(person);
          const files = client.from(bucket);
          const { data, error } = await attempt({ client, files, bucket, folder });
          const isNothing = data === null || (Array.isArray(data) && data.length === 0);
          if (!isNothing && letter !== 'r') await leaveOneFile(place);
          expect(isNothing, JSON.stringify({ data, error })).toBe(!allowed);
        });
      }
    }
  }

  it('names every bucket that the protocol serves [ROLE-15]', async () => {
    const served = await server.sql('select id from storage.buckets');
    const named = Object.keys(FOLDER_PERMISSIONS).map((place) => place.split('/')[0]);
    expect(new Set(served.map(({ id }) => id))).toEqual(new Set(named));
  });
});

async function leaveOneFile(place: string) {
  const [bucket = '', folder = ''] = place.split('/');
  const files = createServiceClient(server).from(bucket);
  await files.remove([`${folder}/new.png`, `${folder}/old.png`]);
  const { error } = await files.upload(`${folder}/old.png`, file);
  expect(error).toBeNull();
}

async function clientOf(person: TestCaller) {
  const { claims } = TEST_CALLERS[person];
  const { tokens } = server.platform;
  const token = claims.role === 'anon' ? server.anonKey : await tokens.sign(claims, 600);
  const headers = { apikey: server.anonKey, authorization: `Bearer ${token}` };
  return new StorageClient(`${server.url}/storage/v1`, headers);
}
