import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { probeConnection } from './connection-probe.ts';
import { SUPERUSER } from './superuser.ts';

const ANSWER_LIMIT_MS = 5_000;

/** Where PostgreSQL notes of itself, in its data folder, what it is and where it listens. */
export function noteFile(directory: string) {
  return join(directory, 'postmaster.pid');
}

/** What a server, dead or alive, noted of itself (PostgreSQL, miscadmin.h: LOCK_FILE_LINE_*). */
export async function readNote(directory: string) {
  const text = await readFile(noteFile(directory), 'utf8').catch(() => '');
  const [pid, , , port, socketFolder = '', address = ''] = text.split('\n');
  return { text, pid: Number(pid), port: Number(port), socketFolder, address };
}

/** How to reach the server that another process runs on a data folder; undefined when none answers there. */
export async function findRunningServer(directory: string, password: string) {
  const { port, socketFolder, address } = await readNote(directory);
  if (!port) return undefined;
  const connection = {
    host: socketFolder || address,
    port,
    user: SUPERUSER,
    password,
    database: 'postgres',
  };
  return probeConnection(connection, ANSWER_LIMIT_MS).then(
    () => connection,
    () => undefined, // the note of a server that is gone
  );
}
