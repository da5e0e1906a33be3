import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { probeConnection } from './connection-probe.ts';
import { SUPERUSER } from './superuser.ts';

const RESPONSE_LIMIT_MS = 5_000;

/** Returns the path of the file in which PostgreSQL stores its process id and address. */
export function getPidFilePath(directory: string) {
  return join(directory, 'postmaster.pid');
}

/**
 * Reads the lines of postmaster.pid (`getPidFilePath`; PostgreSQL, miscadmin.h: LOCK_FILE_LINE_*). Without the file,
 * `pid` is 0 and `port` is NaN.
 */
export async function readPidFile(directory: string) {
  const text = await readFile(getPidFilePath(directory), 'utf8').catch(() => '');
  const [pid, , , port, socketFolder = '', address = ''] = text.split('\n');
  return { text, pid: Number(pid), port: Number(port), socketFolder, address };
}

/**
 * Returns the connection settings of the server that another process runs on a data folder; undefined when none
 * responds.
 */
export async function findRunningServer(directory: string, password: string) {
  const { port, socketFolder, address } = await readPidFile(directory);
  if (!port) return undefined;
  const connection = {
    host: socketFolder || address,
    port,
    user: SUPERUSER,
    password,
    database: 'postgres',
  };
  return probeConnection(connection, RESPONSE_LIMIT_MS).then(
    () => connection,
    () => undefined, // the server has stopped without deleting its file, or does not respond
  );
}
