import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  SUCCESSFUL_COMPLETION,
  openTestDatabase,
  INSUFFICIENT_PRIVILEGE,
  type TestDatabase,
} from './database.ts';
import { ASSURANCE_CASES, configureSecondFactors } from './levels.ts';
import { BRUNO_ID, type TestCaller } from './people.ts';
import { FOLDER_PERMISSIONS, type RightLetter } from './permission-table.ts';

/** The meaning of the letters of the permission table for a folder of files. */
const VERBS: Record<RightLetter, string> = {
  r: 'list',
  c: 'upload to',
  u: 'move within',
  d: 'delete from',
};
const OPERATIONS: Record<RightLetter, string> = {
  r: 'storage.object.list',
  c: 'storage.object.upload',
  u: 'storage.object.move',
  d: 'storage.object.delete_many',
};
const FIVE_TYPES = ['image/avif', 'image/gif', 'image/jpeg', 'image/png', 'image/webp'];

describe.each(ASSURANCE_CASES)('the permissions of folders $level', (level) => {
  let db: TestDatabase;

  beforeAll(async () => {
    db = await openTestDatabase();
    for (const place of Object.keys(FOLDER_PERMISSIONS)) {
      const [bucket, folder] = place.split('/');
      await db.sql('insert into storage.objects (bucket_id, name) values ($1, $2)', [
        bucket,
        `${folder}/old.png`,
      ]);
    }
    await configureSecondFactors(db, level);
  });
  afterAll(() => db.drop());

  for (const [place, may] of Object.entries(FOLDER_PERMISSIONS)) {
    const [bucket, folder] = place.split('/');
    const where = `where bucket_id = '${bucket}' and name like '${folder}/%' returning id`;
    const statements: Record<RightLetter, string> = {
      r: `select id from storage.objects where bucket_id = '${bucket}' and name like '${folder}/%'`,
      c: `insert into storage.objects (bucket_id, name) values ('${bucket}', '${folder}/new.png') returning id`,
      u: `update storage.objects set name = '${folder}/moved.png' ${where}`,
      d: `delete from storage.objects ${where}`,
    };
    for (const person of Object.keys(may) as TestCaller[]) {
      for (const letter of Object.keys(VERBS) as RightLetter[]) {
        const allowed = level.hasAccess && may[person].includes(letter);
        it(`${allowed ? 'lets' : 'does not let'} ${person} ${VERBS[letter]} ${place} [ROLE-15]`, async () => {
          const { rows, code } = await db.attempt(
            person,
            statements[letter],
            [],
            OPERATIONS[letter],
          );
          expect({ done: rows.length, code }).toEqual(
            allowed
              ? { done: 1, code: SUCCESSFUL_COMPLETION }
              : {
                  done: 0,
                  code: expect.toBeOneOf([SUCCESSFUL_COMPLETION, INSUFFICIENT_PRIVILEGE]),
                },
          );
        });
      }
    }
  }
});

describe('buckets', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await openTestDatabase();
  });
  afterAll(() => db.drop());

  it('are all in the permission table [ROLE-15, STOR-01, STOR-02, STOR-03, STOR-04]', async () => {
    const buckets = await db.sql('select id, public from storage.buckets order by id');
    const named = [
      ...new Set(Object.keys(FOLDER_PERMISSIONS).map((place) => place.split('/')[0] ?? '')),
    ].toSorted((a, b) => a.localeCompare(b));
    expect(buckets).toEqual(named.map((id) => ({ id, public: id !== 'lixeira' })));
  });

  it('have a limit of size and types each [STOR-12]', async () => {
    const buckets = await db.sql(`select id, file_size_limit / 1048576 as mebibytes,
      array(select t from unnest(allowed_mime_types) as t order by t) as types
      from storage.buckets order by id`);
    const types = FIVE_TYPES;
    expect(buckets).toEqual([
      { id: 'avatars', mebibytes: '5', types },
      { id: 'images', mebibytes: '10', types },
      { id: 'lixeira', mebibytes: '10', types },
      { id: 'logos', mebibytes: '5', types },
      { id: 'product-images', mebibytes: '10', types },
    ]);
  });

  it('can be read by staff, are created by the migrations, and changed by no client [STOR-11] [STOR-12]', async () => {
    expect((await db.attempt('colaborador', 'select id from storage.buckets')).rows).toHaveLength(
      5,
    );
    for (const person of ['anon', 'loginWithoutProfile', 'signedOutAdministrador'] as const) {
      expect((await db.attempt(person, 'select id from storage.buckets')).rows).toEqual([]);
    }
    const create = `insert into storage.buckets (id, name, public) values ('banners', 'banners', true)`;
    expect((await db.attempt('administrador', create)).code).toBe(INSUFFICIENT_PRIVILEGE);
    const widen = `update storage.buckets set allowed_mime_types = null returning id`;
    expect((await db.attempt('administrador', widen)).rows).toEqual([]);
    expect(
      (await db.attempt('administrador', 'delete from storage.buckets returning id')).rows,
    ).toEqual([]);
  });

  it('do not let a Colaborador use a folder that only begins like the own id', async () => {
    const insert = `insert into storage.objects (bucket_id, name) values ('avatars', $1)`;
    const upload = async (name: string) =>
      (await db.attempt('colaborador', insert, [name], 'storage.object.upload')).code;
    expect(await upload(`${BRUNO_ID}/a.png`)).toBe(SUCCESSFUL_COMPLETION);
    expect(await upload(`${BRUNO_ID}-x/a.png`)).toBe(INSUFFICIENT_PRIVILEGE);
    expect(await upload(BRUNO_ID)).toBe(INSUFFICIENT_PRIVILEGE);
    expect(await upload(`x/${BRUNO_ID}/a.png`)).toBe(INSUFFICIENT_PRIVILEGE);
  });
});

// Tests policies that read the name of the operation, which the platform's storage server sets for each request. The
// policies refuse signed URLs and resumable uploads, among others, because these would stay valid after a sign-out.
describe('an operation of the storage server', () => {
  let db: TestDatabase;
  const [picture, trashed] = ['main/a.png', 'product-images/main/b.png'];
  beforeAll(async () => {
    db = await openTestDatabase();
    await db.sql(
      `insert into storage.objects (bucket_id, name) values ('product-images', $1), ('lixeira', $2)`,
      [picture, trashed],
    );
  });
  afterAll(() => db.drop());

  const upload = `insert into storage.objects (bucket_id, name) values ('product-images', 'main/new.png') returning name`;
  const replace = `insert into storage.objects (bucket_id, name) values ('product-images', 'main/a.png')
    on conflict (bucket_id, name) do update set version = 'x' returning name`;

  it('adds a file if it is a plain upload, in both spellings of its name', async () => {
    for (const operation of ['storage.object.upload', 'object.upload'])
      expect((await db.attempt('administrador', upload, [], operation)).code).toBe(
        SUCCESSFUL_COMPLETION,
      );
  });

  it.each([
    '',
    'storage.object.sign_upload_url',
    'storage.object.upload_signed',
    'storage.object.upload_update',
    'storage.object.copy',
    'storage.s3.upload',
    'storage.s3.upload.create_multipart',
    'storage.tus.upload.create',
  ])('cannot add or replace a file if it is %j', async (operation) => {
    for (const statement of [upload, replace])
      expect((await db.attempt('administrador', statement, [], operation)).code).toBe(
        INSUFFICIENT_PRIVILEGE,
      );
  });

  const read = 'select name from storage.objects order by name';
  const seen = async (operation: string) =>
    (await db.attempt('administrador', read, [], operation)).rows.map(({ name }) => name);

  it.each(['storage.object.sign', 'storage.object.sign_many', 'object.sign'])(
    'finds no file to sign a URL for: %s',
    async (operation) => expect(await seen(operation)).toEqual([]),
  );

  it.each([
    '',
    'storage.object.list',
    'storage.object.list_v2',
    'storage.object.move',
    'storage.object.delete',
    'storage.object.delete_many',
  ])('finds the files of the trash as %j, to move or delete them', async (operation) =>
    expect(await seen(operation)).toEqual([picture, trashed]),
  );

  it.each([
    'storage.object.get_authenticated',
    'object.get_authenticated_info',
    'object.head_authenticated_info',
    'storage.render.image_authenticated',
    'storage.s3.object.get',
    'storage.s3.object.copy',
  ])('returns no file of the trash: %s', async (operation) =>
    expect(await seen(operation)).toEqual([picture]),
  );
});
