import { randomBytes } from 'node:crypto';
import { createLogin } from '../auth/create-login.ts';
import { connect, type Queryable } from '../database/database.ts';
import type { Superuser } from '../database/setup.ts';
import type { Platform } from '../platform.ts';
import { cataloguePictures, portrait, portraitFile } from './demo-pictures.ts';
import { insertDemoRows, insertRows, type UrlOf } from './demo-rows.ts';
import { demandEmptyDatabase } from './empty-database.ts';
import { openPictureStore, publicUrl, type PictureStore } from './picture-store.ts';

export { DemoRefused } from './empty-database.ts';

const PEOPLE = [
  {
    person: 'ana',
    name: 'Ana Souza',
    email: 'ana@vitrine.exemplo',
    phone: '(11) 90345-2210',
    role: 'Administrador',
  },
  {
    person: 'bruno',
    name: 'Bruno Lima',
    email: 'bruno@vitrine.exemplo',
    phone: '(11) 90345-2214',
    role: 'Colaborador',
  },
] as const;

export type LoadedDemo = {
  people: { email: string; role: string }[];
  password: string;
  passwordWasGenerated: boolean;
};

/**
 * Fills an empty database with the demonstration catalogue. All or nothing: rows, logins and people
 * are one transaction, and files of a load that failed are removed, so that the next start can try again.
 * @throws DemoRefused when the database is in use
 */
export async function loadDemo(
  platform: Platform,
  { superuser }: { superuser: Superuser },
): Promise<LoadedDemo> {
  const password = platform.config.demoPassword ?? randomBytes(9).toString('base64url');
  const database = connect(superuser, (error) =>
    platform.log.warn({ err: error }, 'database connection lost'),
  );
  try {
    await withPictures(platform, (pictures) =>
      database.transaction(async (tx) => {
        await demandEmptyDatabase(
          tx,
          PEOPLE.map((one) => one.email),
        );
        await fill(tx, platform, pictures, password);
      }),
    );
  } finally {
    await database.close();
  }
  return {
    people: PEOPLE.map(({ email, role }) => ({ email, role })),
    password,
    passwordWasGenerated: platform.config.demoPassword === undefined,
  };
}

async function withPictures(platform: Platform, work: (pictures: PictureStore) => Promise<void>) {
  const pictures = await openPictureStore(platform);
  try {
    await work(pictures);
  } catch (error) {
    await pictures
      .undo()
      .catch((err: unknown) => platform.log.warn({ err }, 'pictures of a failed load stay behind'));
    throw error;
  } finally {
    await pictures.close();
  }
}

async function fill(tx: Queryable, platform: Platform, pictures: PictureStore, password: string) {
  const urlOf: UrlOf = (file) => publicUrl(platform, file);
  await insertDemoRows(tx, urlOf);
  const staff = [];
  for (const { person, ...profile } of PEOPLE) {
    const { id } = await createLogin(tx, { email: profile.email, password });
    staff.push({
      person,
      row: {
        id,
        ...profile,
        company: 'Maré de Folha',
        avatar_url: urlOf(portraitFile(id, person)),
      },
    });
  }
  await insertRows(
    tx,
    'profiles',
    staff.map(({ row }) => row),
  );
  await pictures.store([
    ...cataloguePictures(),
    ...staff.map(({ row, person }) => portrait(row.id, person)),
  ]);
}
