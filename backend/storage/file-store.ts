import type { Readable } from 'node:stream';

/**
 * Where bytes live. A file is known by its version id alone, a UUID made here: what a user called it
 * never reaches a path.
 */
export type FileStore = {
  /** A file to write an upload into until it is known to be good. Same volume as the rest. */
  draft(): Promise<string>;
  /** Takes a draft over. Once this resolves, the bytes outlive a crash of the machine. */
  keep(draft: string, version: string): Promise<void>;
  /** `start` and `end` are byte positions, both included. @throws MissingFile */
  open(version: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Removing what is not there is no error. */
  remove(version: string): Promise<void>;
  /** The versions whose bytes were kept longer ago than that, some at a time. */
  olderThan(milliseconds: number): AsyncIterable<string[]>;
  /** The trash: one folder a day. */
  trash: Trash;
};

export type Trash = {
  /** Moves bytes into the folder of today. What is not there is no error. */
  take(version: string): Promise<void>;
  /** What lies there, a day at a time. */
  list(): AsyncIterable<string[]>;
  /** Moves bytes back to where they are read. What is not there is no error. */
  giveBack(version: string): Promise<void>;
  /** Deletes the folders of days longer ago than that; answers how many files there were. */
  empty(days: number): Promise<number>;
};

export class MissingFile extends Error {}
