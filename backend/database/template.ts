import { access, chmod, cp, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreeLoopbackPort, openSocketFolder } from './address.ts';
import { createScramVerifier } from './login-roles.ts';
import { startServer } from './server-process.ts';
import { withClient, SUPERUSER } from './superuser.ts';

/**
 * The path of the empty database in a container image. initdb refuses an account without a name in /etc/passwd. For
 * such an account, this database is copied instead.
 */
export const TEMPLATE_FOLDER = fileURLToPath(new URL('../../postgres-template', import.meta.url));
/** The password of every template. Each copy gets its own password before `createEmptyCluster` renames its folder. */
export const TEMPLATE_PASSWORD = 'template';

export async function hasTemplate(template = TEMPLATE_FOLDER) {
  return access(join(template, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
}

type Copying = { password: string; template?: string };

/**
 * Copies the template and sets the copy's own password. This works for an account without a name, because only initdb
 * needs the name. All copies have the same system identifier, which matters only to replication.
 */
export async function copyTemplate(
  programs: string,
  draft: string,
  { password, template = TEMPLATE_FOLDER }: Copying,
) {
  await cp(template, draft, { recursive: true });
  await settle(draft);
  const address = (await openSocketFolder(undefined)) ?? (await findFreeLoopbackPort());
  const { host, port } = address;
  const options = { programs, account: undefined, directory: draft, volatile: false };
  try {
    const server = await startServer({ ...options, password: TEMPLATE_PASSWORD }, address);
    const login = { host, port, user: SUPERUSER, password: TEMPLATE_PASSWORD };
    try {
      await withClient({ ...login, database: 'postgres' }, (client) =>
        client.query(
          `alter role ${SUPERUSER} password ${client.escapeLiteral(createScramVerifier(password))}`,
        ),
      );
    } finally {
      await server.stop();
    }
  } finally {
    await address.close();
    await rm(`${draft}.log`, { force: true });
  }
}

/**
 * Syncs the copy and makes it accessible only to this account. Every account can read a template, but PostgreSQL
 * refuses a data folder that every account can read.
 */
async function settle(folder: string) {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    await chmod(path, entry.isDirectory() ? 0o700 : 0o600);
    const handle = await open(path);
    await handle.sync();
    await handle.close();
  }
}
