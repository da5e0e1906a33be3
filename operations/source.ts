import { join } from 'node:path';
import type pg from 'pg';
import { listAppliedFiles, type SqlFileChecksum } from '../backend/database/applied-files.ts';
import type { OpenedDatabaseServer } from '../backend/database/open-server.ts';
import type { ConnectionSettings } from '../backend/database/superuser.ts';
import type { Secrets } from '../backend/secrets.ts';
import { MissingFileError, openStoredFile } from '../backend/storage/disk-store.ts';
import { listTables, type Table } from './tables.ts';

/** A row of `storage.objects`. `changed` is the time when the row was last written. */
export type StoredFile = { version: string; bucket: string; name: string; changed: string };
export type OpenedFile = { size: number; bytes: AsyncIterable<Buffer>; close(): Promise<unknown> };

/** The source of a backup: a database, and the files that its rows name. */
export type BackupSource = {
  connection: ConnectionSettings;
  secrets: Secrets | null;
  /** SQL expression over `storage.objects` that identifies the bytes of a file. */
  version: string;
  schemas: string[];
  tables(client: pg.Client): Promise<Table[]>;
  applied(client: pg.Client): Promise<SqlFileChecksum[]>;
  /** Opens the bytes of a file. Returns undefined when they are missing. */
  openFile(file: StoredFile): Promise<OpenedFile | undefined>;
};

/** Returns an installation of the built-in backend as the source of a backup. */
export function createLocalSource({
  superuser,
  dataDir,
  secrets,
}: Pick<OpenedDatabaseServer, 'superuser' | 'dataDir'> &
  Pick<BackupSource, 'secrets'>): BackupSource {
  return {
    connection: superuser,
    secrets,
    version: 'version',
    schemas: ['auth', 'public', 'storage', 'vitrine_backend', 'private'],
    tables: (client) => listTables(client),
    applied: listAppliedFiles,
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

/**
 * Returns undefined for a `MissingFileError`. The error means that a `version` is not a UUID: the store has no file
 * with this version, because it uses only UUIDs as versions. Rethrows every other error.
 */
function undefinedForForeignVersion(error: unknown) {
  if (error instanceof MissingFileError) return undefined;
  throw error;
}
