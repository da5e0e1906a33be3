import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { SUPERUSER } from './initialise.ts';

/**
 * How to reach the server that another process runs on a data folder; undefined when none answers there.
 * PostgreSQL notes in `postmaster.pid` where it listens (miscadmin.h: LOCK_FILE_LINE_*).
 */
export async function findRunningServer(directory: string, password: string) {
  const text = await readFile(join(directory, 'postmaster.pid'), 'utf8').catch(() => '');
  const [, , , port = '', socketFolder = '', address = ''] = text.split('\n');
  if (!port) return undefined;
  const connection = {
    host: socketFolder || address,
    port: Number(port),
    user: SUPERUSER,
    password,
    database: 'postgres',
  };
  const client = new pg.Client(connection);
  client.on('error', () => undefined); // it may be stopping just now
  try {
    await client.connect();
    await client.end();
    return connection;
  } catch {
    return undefined; // the note of a server that is gone
  }
}
