import { createHash } from 'node:crypto';
import type pg from 'pg';
import { copyOut } from './copy.ts';
import type { Table } from './tables.ts';

export type TableChecksum = { table: string; columns: string; rows: number; sha256: string };

/** Reads the rows of a table that match `where`, in the text format of COPY, sorted by `order`. */
export function readRows(
  client: pg.Client,
  { table, columns, order, select = columns }: Table,
  where = 'true',
) {
  return copyOut(
    client,
    `copy (select ${select} from ${table} where ${where} order by ${order}) to stdout`,
  );
}

/**
 * Counts the rows of a table, and computes the checksum of their text. After `setCopySettings`, equal rows give equal
 * checksums on any host.
 */
export async function computeTableChecksum(client: pg.Client, of: Table): Promise<TableChecksum> {
  const digest = createHash('sha256');
  const read = readRows(client, of);
  for (;;) {
    const next = await read.next();
    if (next.done)
      return {
        table: of.table,
        columns: of.columns,
        rows: next.value,
        sha256: digest.digest('hex'),
      };
    digest.update(next.value);
  }
}
