import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from './operator-error.ts';

/** The lock of a data folder: only this process uses the folder, until it releases the lock or ends. */
export type FolderLock = { release(): void };

const SQLITE_BUSY = 5;
/**
 * Milliseconds to wait for the lock. `isFolderLocked` in a different process locks the file too, but for a shorter
 * time.
 */
const READER_MS = 100;

type Owner = { pid: number; since: string };

/**
 * Locks a data folder for this process. The operating system holds the lock (SQLite locks a file), so the lock always
 * ends with the process, and a reused process id cannot fake it.
 * @throws OperatorError if a process holds the lock (the message names the process), or if the parent folder is not
 * writable
 */
export function lockFolder(directory: string): FolderLock {
  const ownerFile = `${directory}.owner.json`;
  const lock = takeLock(directory, ownerFile);
  const owner: Owner = { pid: process.pid, since: new Date().toISOString() };
  writeFileSync(ownerFile, JSON.stringify(owner), { mode: 0o600 });
  return {
    release() {
      rmSync(ownerFile, { force: true });
      if (lock.isOpen) lock.close();
    },
  };
}

/** Returns whether a process holds the lock of a data folder. Changes nothing. */
export function isFolderLocked(directory: string) {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(`${directory}.lock`, { readOnly: true, timeout: 0 });
    database.exec('select name from sqlite_schema');
    return false;
  } catch (error) {
    return isBusy(error); // other errors mean that there is no lock: a folder without a database has no lock file
  } finally {
    database?.close();
  }
}

function takeLock(directory: string, ownerFile: string) {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(`${directory}.lock`, { timeout: READER_MS });
    database.exec('pragma journal_mode = off; begin exclusive');
    return database;
  } catch (error) {
    database?.close();
    if (isBusy(error))
      throw new OperatorError(inUse(directory, readOwner(ownerFile)), { cause: error });
    throw new OperatorError(`A pasta ${dirname(directory)} não aceita escrita: ${String(error)}`, {
      cause: error,
    });
  }
}

function isBusy(error: unknown) {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

function inUse(directory: string, owner: Owner | undefined) {
  const who = owner
    ? `pelo processo ${owner.pid}, iniciado em ${new Date(owner.since).toLocaleString('pt-BR')}`
    : 'por outro processo';
  return (
    `O banco de dados em ${directory} já está em uso ${who}.\n` +
    'Encerre esse processo ou escolha outra pasta com DATA_DIR.'
  );
}

function readOwner(file: string): Owner | undefined {
  try {
    // the process that holds the lock wrote this file
    return JSON.parse(readFileSync(file, 'utf8')) as Owner;
  } catch {
    return undefined; // the process with the lock has not written its id yet
  }
}
