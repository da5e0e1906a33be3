import type { Platform } from '../platform.ts';
import type { FileStore } from './file-store.ts';

/** Longer than any upload may take: bytes come before their row. */
const YOUNG_MS = 24 * 60 * 60 * 1000;

/**
 * Removes bytes that no row knows: those of uploads cut short by a crash, of rows deleted while the
 * disk failed. When most bytes have no row, the database is not the one of these files (an old copy,
 * another address), and nothing is touched.
 */
export async function sweepOrphans(
  { databases: { storage }, log }: Pick<Platform, 'databases' | 'log'>,
  store: FileStore,
  signal: AbortSignal,
) {
  const orphans: string[] = [];
  let known = 0;
  for await (const versions of store.olderThan(YOUNG_MS)) {
    if (signal.aborted) return;
    const { rows } = await storage.query<{ version: string }>(
      'select version from storage.objects where version = any($1)',
      [versions],
    );
    const rowed = new Set(rows.map((row) => row.version));
    known += rowed.size;
    orphans.push(...versions.filter((version) => !rowed.has(version)));
  }
  if (orphans.length > known) {
    log.warn({ orphans: orphans.length, known }, 'most stored files have no row: none is removed');
    return;
  }
  for (const version of orphans) {
    if (signal.aborted) return;
    await store.remove(version);
  }
}
