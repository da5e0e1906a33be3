import { spawn, spawnSync } from 'node:child_process';
import { chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findBinaries, type Binaries } from './binaries.ts';

/** A running PostgreSQL server of ours. Connections go through a unix socket in a private folder. */
export type Cluster = {
  connection: { host: string; port: number; user: string; password: string };
  stop(): Promise<void>;
};
export type ClusterOptions = {
  /** Folder of the database files; made by initdb (mode 700) when missing. */
  directory: string;
  password: string;
  /** Throw-away data (tests): no waiting for the disk. */
  volatile?: boolean;
};

const SUPERUSER = 'supabase_admin';
const PORT = 5432;
const START_LIMIT_MS = 30_000;

export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const binaries = await findBinaries();
  if (!(await exists(join(options.directory, 'PG_VERSION')))) await initialise(binaries, options);
  const socket = await mkdtemp(join(tmpdir(), 'vitrine-'));
  if (binaries.account) await chown(socket, binaries.account.uid, binaries.account.gid);
  const server = spawn(
    join(binaries.directory, 'postgres'),
    ['-D', options.directory, '-k', socket, ...settings(options)],
    { ...binaries.account, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let output = '';
  server.stderr.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4000);
  });
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const connection = { host: socket, port: PORT, user: SUPERUSER, password: options.password };
  await waitUntilReady(connection, () => {
    if (server.exitCode !== null) throw new Error(`O PostgreSQL não iniciou:\n${output}`);
  });
  return {
    connection,
    async stop() {
      server.kill('SIGINT');
      await exited;
      await rm(socket, { recursive: true, force: true });
    },
  };
}

function settings({ volatile }: ClusterOptions) {
  const values = [
    'listen_addresses=',
    'max_connections=100',
    'password_encryption=scram-sha-256',
    'timezone=UTC',
    'log_min_messages=warning',
    ...(volatile ? ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'] : []),
  ];
  return values.flatMap((value) => ['-c', value]);
}

async function initialise({ directory, account }: Binaries, options: ClusterOptions) {
  await mkdir(options.directory, { recursive: true, mode: 0o700 });
  if (account) await chown(options.directory, account.uid, account.gid);
  const passwordFile = join(options.directory, '..', `.password.${process.pid}`);
  await writeFile(passwordFile, options.password, { mode: 0o600 });
  if (account) await chown(passwordFile, account.uid, account.gid);
  const result = spawnSync(
    join(directory, 'initdb'),
    [
      ...['-D', options.directory, '-U', SUPERUSER, '--pwfile', passwordFile, '-A', 'scram-sha-256'],
      ...['-E', 'UTF8', '--locale', 'C', '--locale-provider', 'icu', '--icu-locale', 'pt-BR'],
      ...(options.volatile ? ['--no-sync'] : []),
    ],
    { ...account, cwd: '/', encoding: 'utf8' },
  );
  await rm(passwordFile, { force: true });
  if (result.status !== 0) throw new Error(`O banco não pôde ser criado:\n${result.stderr}`);
}

async function waitUntilReady(connection: Cluster['connection'], assertAlive: () => void) {
  const deadline = Date.now() + START_LIMIT_MS;
  for (;;) {
    assertAlive();
    const client = new pg.Client({ ...connection, database: 'postgres' });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function exists(path: string) {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** The process id that PostgreSQL noted in its data folder, if it is still there. */
export async function notedProcess(directory: string) {
  const text = await readFile(join(directory, 'postmaster.pid'), 'utf8').catch(() => '');
  return Number(text.split('\n')[0]) || undefined;
}
