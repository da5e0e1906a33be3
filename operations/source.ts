import { join } from 'node:path';
import type pg from 'pg';
import { listApplied, type AppliedFile } from '../backend/database/applied-files.ts';
import type { OpenServer } from '../backend/database/open-server.ts';
import type { Superuser } from '../backend/database/superuser.ts';
import type { Secrets } from '../backend/secrets.ts';
import { MissingFile, openStoredFile } from '../backend/storage/disk-store.ts';
import { listTables, type Table } from './tables.ts';

/** A row of `storage.objects`. `changed` is the time when the row was last written. */
export type StoredFile = { version: string; bucket: string; name: string; changed: string };
export type OpenedFile = { size: number; bytes: AsyncIterable<Buffer>; close(): Promise<unknown> };

/** The source of a backup: a database, and the files that its rows name. */
export type Source = {
  connection: Superuser;
  secrets: Secrets | null;
  /** SQL expression over `storage.objects` that identifies the bytes of a file. */
  version: string;
  schemas: string[];
  tables(client: pg.Client): Promise<Table[]>;
  applied(client: pg.Client): Promise<AppliedFile[]>;
  /** Opens the bytes of a file. Returns undefined when they are missing. */
  openFile(file: StoredFile): Promise<OpenedFile | undefined>;
};

/** Returns an installation of the built-in backend as the source of a backup. */
export function localSource({
  superuser,
  dataDir,
  secrets,
}: Pick<OpenServer, 'superuser' | 'dataDir'> & Pick<Source, 'secrets'>): Source {
  return {
    connection: superuser,
    secrets,
    version: 'version',
    schemas: ['auth', 'public', 'storage', 'vitrine_backend', 'private'],
    tables: (client) => listTables(client),
    applied: listApplied,
    async openFile({ version }) {
      const handle = await openStoredFile(join(dataDir, 'files'), version).catch(
        undefinedForForeignVersion,
      );
      if (!handle) return undefined;
      const { size } = await handle.stat();
      const bytes = handle.createReadStream({ autoClose: false, highWaterMark: 1024 * 1024 });
      return { size, bytes, close: () => handle.close() };
    },
  };
}

/** Treats a `version` that is not a UUID as a missing file: this program writes only UUIDs. */
function undefinedForForeignVersion(error: unknown) {
  if (error instanceof MissingFile) return undefined;
  throw error;
}
