import { spawnSync } from 'node:child_process';
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findAccount } from './account.ts';
import { findFreeLoopbackPort } from './address.ts';
import { findOrCopyPrograms, findPackagedPrograms } from './binaries.ts';
import { createEmptyCluster } from './empty-cluster.ts';
import { startServer } from './server-process.ts';
import { SUPERUSER } from './superuser.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-programs-'));
  await chmod(folder, 0o711);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it.runIf(process.getuid?.() === 0)(
  'copies the programs from a folder that only root can enter',
  async () => {
    const account = await findAccount();
    const packaged = await findPackagedPrograms();
    const closed = await mkdtemp(join(folder, 'closed-')); // mkdtemp creates folders with mode 700, the mode of /root
    await cp(dirname(packaged.directory), join(closed, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
    });
    const hidden = { directory: join(closed, 'native', 'bin'), version: '17.test' };
    const before = process.umask(0o077);

    const found = await findOrCopyPrograms(account, hidden, join(folder, 'shelter'));
    process.umask(before);

    expect(found).toBe(join(folder, 'shelter', 'postgresql-17.test', 'bin'));
    const run = spawnSync(join(found, 'initdb'), ['--version'], {
      ...account,
      cwd: '/',
      encoding: 'utf8',
    });
    expect(run.stdout).toMatch(/^initdb \(PostgreSQL\) 17\./);
  },
);

it('listens on the loopback address where sockets do not work, and requires the password', async () => {
  const account = await findAccount();
  const programs = await findOrCopyPrograms(account);
  const options = {
    programs,
    account,
    directory: join(folder, 'postgres'),
    password: 'right',
    volatile: true,
  };
  await createEmptyCluster(programs, account, options);
  const address = await findFreeLoopbackPort();
  const server = await startServer(options, address);
  const connect = async (password: string) => {
    const { host, port } = address;
    const client = new pg.Client({ host, port, user: SUPERUSER, password, database: 'postgres' });
    await client.connect();
    await client.end();
  };

  await expect(connect('right')).resolves.toBeUndefined();
  await expect(connect('wrong')).rejects.toMatchObject({ code: '28P01' });
  await server.stop();
  await expect(connect('right')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
