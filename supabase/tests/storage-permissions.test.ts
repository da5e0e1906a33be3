import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OK, openDatabase, REFUSED, type TestDatabase } from './database.ts';
import { LEVELS, setLevel } from './levels.ts';
import { BRUNO_ID, type Person } from './people.ts';
import { FOLDERS, type Letter } from './permission-table.ts';

/** What a letter of the permission table says of a folder of files. */
const VERBS: Record<Letter, string> = {
  r: 'list',
  c: 'upload to',
  u: 'move within',
  d: 'delete from',
};
const FIVE_TYPES = ['image/avif', 'image/gif', 'image/jpeg', 'image/png', 'image/webp'];

describe.each(LEVELS)('the permissions of folders $level', (level) => {
  let db: TestDatabase;

  beforeAll(async () => {
    db = await openDatabase();
    for (const place of Object.keys(FOLDERS)) {
      const [bucket, folder] = place.split('/');
      await db.sql('insert into storage.objects (bucket_id, name) values ($1, $2)', [
        bucket,
        `${folder}/old.png`,
      ]);
    }
    await setLevel(db, level);
  });
  afterAll(() => db.drop());

  for (const [place, may] of Object.entries(FOLDERS)) {
    const [bucket, folder] = place.split('/');
    const where = `where bucket_id = '${bucket}' and name like '${folder}/%' returning id`;
    const statements: Record<Letter, string> = {
      r: `select id from storage.objects where bucket_id = '${bucket}' and name like '${folder}/%'`,
      c: `insert into storage.objects (bucket_id, name) values ('${bucket}', '${folder}/new.png') returning id`,
      u: `update storage.objects set name = '${folder}/moved.png' ${where}`,
      d: `delete from storage.objects ${where}`,
    };
    for (const person of Object.keys(may) as Person[]) {
      for (const letter of Object.keys(VERBS) as Letter[]) {
        const allowed = level.isProved && may[person].includes(letter);
        it(`${allowed ? 'lets' : 'does not let'} ${person} ${VERBS[letter]} ${place} [ROLE-15]`, async () => {
          const { rows, code } = await db.attempt(person, statements[letter]);
          expect({ done: rows.length, code }).toEqual(
            allowed ? { done: 1, code: OK } : { done: 0, code: expect.toBeOneOf([OK, REFUSED]) },
          );
        });
      }
    }
  }
});

describe('buckets', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await openDatabase();
  });
  afterAll(() => db.drop());

  it('names every bucket [ROLE-15, STOR-01, STOR-02, STOR-03, STOR-04]', async () => {
    const buckets = await db.sql('select id, public from storage.buckets order by id');
    const named = [
      ...new Set(Object.keys(FOLDERS).map((place) => place.split('/')[0] ?? '')),
    ].toSorted((a, b) => a.localeCompare(b));
    expect(buckets).toEqual(named.map((id) => ({ id, public: id !== 'lixeira' })));
  });

  it('limits size and types of every bucket [STOR-12]', async () => {
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

  it('lets staff read the buckets, which the migrations made, and nobody make or change one [STOR-11] [STOR-12]', async () => {
    expect((await db.attempt('colaborador', 'select id from storage.buckets')).rows).toHaveLength(
      5,
    );
    for (const person of ['anon', 'loginWithoutProfile', 'signedOutAdministrador'] as const) {
      expect((await db.attempt(person, 'select id from storage.buckets')).rows).toEqual([]);
    }
    const create = `insert into storage.buckets (id, name, public) values ('banners', 'banners', true)`;
    expect((await db.attempt('administrador', create)).code).toBe(REFUSED);
    const widen = `update storage.buckets set allowed_mime_types = null returning id`;
    expect((await db.attempt('administrador', widen)).rows).toEqual([]);
    expect(
      (await db.attempt('administrador', 'delete from storage.buckets returning id')).rows,
    ).toEqual([]);
  });

  it('keeps a Colaborador out of a folder that only begins like the own id', async () => {
    const insert = `insert into storage.objects (bucket_id, name) values ('avatars', $1)`;
    expect((await db.attempt('colaborador', insert, [`${BRUNO_ID}-x/a.png`])).code).toBe(REFUSED);
    expect((await db.attempt('colaborador', insert, [BRUNO_ID])).code).toBe(REFUSED);
    expect((await db.attempt('colaborador', insert, [`x/${BRUNO_ID}/a.png`])).code).toBe(REFUSED);
  });
});
