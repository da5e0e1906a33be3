import { execFileSync } from 'node:child_process';
import {
  appendFile,
  copyFile,
  cp,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { waitForCondition } from '../backend/database/testing/backend-process.ts';
import { OperatorError } from '../backend/database/operator-error.ts';
import { withClient } from '../backend/database/superuser.ts';
import { readOrCreateSecrets } from '../backend/secrets.ts';
import { listStoredFiles } from '../backend/storage/testing/files.ts';
import { startTestServer, type TestServer } from '../backend/testing/server.ts';
import { readBackup } from './read-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { createLocalSource } from './source.ts';
import { fillCatalogue, uploadRandomJpeg } from './testing/catalogue.ts';
import { computeTableChecksums, createEmptyRestoreTarget } from './testing/installation.ts';
import { writeBackup } from './write-backup.ts';

const PASSPHRASE = 'quinze tulipas azuis';
const MIGRATIONS = fileURLToPath(new URL('../supabase/migrations/', import.meta.url));

let server: TestServer;
let folder: string;
let place: Awaited<ReturnType<typeof createEmptyRestoreTarget>>;
beforeAll(async () => {
  server = await startTestServer({ seed: 'staff' });
  await fillCatalogue(server, 30);
  await server.sql(`update public.factor_rule set required_of = 'administradores'`);
});
afterAll(() => server.stop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-backup-'));
  place = await createEmptyRestoreTarget();
});
afterEach(async () => {
  await place.remove();
  await rm(folder, { recursive: true, force: true });
});

async function back(name: string, passphrase?: string) {
  const { superuser, dataDir } = server;
  const file = join(folder, name);
  const secrets = await readOrCreateSecrets(dataDir);
  return {
    file,
    ...(await writeBackup(createLocalSource({ superuser, dataDir, secrets }), file, passphrase)),
  };
}

const restore = (file: string, passphrase?: string, migrations?: URL) =>
  restoreBackup({ file, passphrase, config: place.config, ...(migrations ? { migrations } : {}) });

async function bytesByVersion(dataDir: string) {
  const paths = await listStoredFiles({ dataDir });
  return new Map(
    await Promise.all(
      paths.map(async (path) => [basename(path), (await readFile(path)).toString('hex')] as const),
    ),
  );
}

describe('a backup and its restored installation', () => {
  it('are the same in every row, number of a sequence, file and secret', async () => {
    const { file, manifest, lost } = await back('all.backup', PASSPHRASE);

    const restored = await restore(file, PASSPHRASE);

    expect(lost).toEqual([]);
    expect(manifest.files.count).toBe(60);
    expect(manifest.tables.find(({ table }) => table === 'private.changes')?.rows).toBeGreaterThan(
      90,
    );
    expect(restored).toMatchObject({ ...manifest, newer: 0 });
    expect(await computeTableChecksums(place.superuser)).toEqual(manifest.tables);
    expect(await computeTableChecksums(place.superuser)).toEqual(
      await computeTableChecksums(server.superuser),
    );
    expect(await bytesByVersion(place.config.DATA_DIR)).toEqual(
      await bytesByVersion(server.dataDir),
    );
    expect(await readOrCreateSecrets(place.config.DATA_DIR)).toEqual(
      await readOrCreateSecrets(server.dataDir),
    );
    const again = await writeBackup(
      createLocalSource({
        superuser: place.superuser,
        dataDir: place.config.DATA_DIR,
        secrets: await readOrCreateSecrets(place.config.DATA_DIR),
      }),
      join(folder, 'again.backup'),
      undefined,
    );
    expect(again.manifest.sequences).toEqual(manifest.sequences);
  });

  it('hold no staged batch: its rows are personal data that is deleted within days', async () => {
    await server.sql(`with batch as (
        insert into private.staged_batches (id, owner, kind, area, source, total)
        select gen_random_uuid(), id, 'import', 'parceiros', '{"file_name": "p.csv"}', 1
        from public.profiles limit 1 returning id
      )
      insert into private.staged_batch_rows (batch_id, place, cells) select id, 2, '{"name": "Quitéria"}' from batch`);

    const { file, manifest } = await back('staged.backup');
    await restore(file);

    expect(manifest.tables.map(({ table }) => table)).toContain('private.changes');
    expect(manifest.tables.filter(({ table }) => table.includes('staged'))).toEqual([]);
    const { rows } = await withClient(place.superuser, (client) =>
      client.query(`select (select count(*)::int from private.staged_batches) as batches,
        (select count(*)::int from private.staged_batch_rows) as rows`),
    );
    expect(rows).toEqual([{ batches: 0, rows: 0 }]);
  });

  it('cannot be read by other accounts, and the backup gets its name only when it is complete', async () => {
    const { file } = await back('mine.backup');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await expect(back('mine.backup')).rejects.toThrow('Já existe um arquivo');
    await expect(back('no-such-folder/mine.backup')).rejects.toThrow('não pôde ser gravado');
    expect(await readdir(folder)).toEqual(['mine.backup']);
  });

  it('reveal nothing without the passphrase; without one they are a plain tar', async () => {
    const sealed = await back('sealed.backup', PASSPHRASE);
    const plain = await back('plain.backup');
    expect((await readFile(sealed.file)).includes('secrets.json')).toBe(false);

    const names = execFileSync('tar', ['-tf', plain.file], { encoding: 'utf8' }).split('\n');

    expect(names).toContain('secrets.json');
    expect(names).toContain('rows/public.products/000000.zst');
    expect(names.filter((name) => name.startsWith('files/'))).toHaveLength(60);
  });
});

describe('files', () => {
  it('that are deleted while the backup runs are left out with their rows', async () => {
    await uploadRandomJpeg(server.url, server.serviceKey, 'main/ephemeral.jpg');
    const [row] = await server.sql<{ version: string }>(
      `select version from storage.objects where name = 'main/ephemeral.jpg'`,
    );
    const version = row!.version;
    const made = await withClient(server.superuser, async (other) => {
      await other.query(`begin; set local storage.allow_delete_query = 'true'`);
      await other.query('lock table storage.objects in access exclusive mode');
      await other.query('delete from storage.objects where version = $1', [version]);
      const making = back('while.backup');
      await waitForCondition('the backup waits for the table', async () => {
        const waiting = await server.sql(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return waiting.length > 0;
      });
      await rm(join(server.dataDir, 'files', version.slice(0, 2), version));
      await other.query('commit');
      return making;
    });

    await restore(made.file);

    expect(made.lost).toEqual([]);
    expect(await bytesByVersion(place.config.DATA_DIR)).toEqual(
      await bytesByVersion(server.dataDir),
    );
    expect(await computeTableChecksums(place.superuser)).toEqual(
      await computeTableChecksums(server.superuser),
    );
  });

  it('without bytes do not stop the backup, and are listed', async () => {
    await uploadRandomJpeg(server.url, server.serviceKey, 'main/lost.jpg');
    const [row] = await server.sql<{ version: string }>(
      `select version from storage.objects where name = 'main/lost.jpg'`,
    );
    await rm(join(server.dataDir, 'files', row!.version.slice(0, 2), row!.version));

    const { lost, file } = await back('lost.backup');

    expect(lost).toEqual(['product-images/main/lost.jpg']);
    await readBackup(file, undefined);
    await withClient(server.superuser, (client) =>
      client.query(
        `set storage.allow_delete_query = 'true'; delete from storage.objects where name = 'main/lost.jpg'`,
      ),
    );
  });
});

describe('a restore writes nothing from', () => {
  /** Expects that a backup is not restored, and that nothing is written. @returns the reason of the refusal */
  async function refusal(file: string, passphrase: string | undefined) {
    const reason = await restore(file, passphrase).then(
      () => 'it was not',
      (error: unknown) =>
        error instanceof OperatorError ? error.message : `no reason: ${String(error)}`,
    );
    expect(await readdir(place.config.DATA_DIR)).toEqual([]);
    const made = await withClient(place.superuser, (client) =>
      client.query(`select from pg_namespace where nspname = 'vitrine_backend'`),
    );
    expect(made.rowCount).toBe(0);
    return reason;
  }

  it.each([undefined, PASSPHRASE])('a truncated backup (passphrase: %s)', async (passphrase) => {
    const { file, bytes } = await back('whole.backup', passphrase);
    const ends = [0, 4, 100, 511, 512, Math.floor(bytes / 2), bytes - 1024, bytes - 512, bytes - 1];
    for (const end of ends) {
      const cut = join(folder, `cut-${end}.backup`);
      await copyFile(file, cut);
      await truncate(cut, end);
      expect(await refusal(cut, passphrase)).toMatch(/cortado|alterado|não é um backup/);
    }
  });

  it.each([undefined, PASSPHRASE])('a changed backup (passphrase: %s)', async (passphrase) => {
    const { file, bytes } = await back('whole.backup', passphrase);
    const places = Array.from({ length: passphrase ? 8 : 60 }, (_, n, of = passphrase ? 8 : 60) =>
      Math.floor(((n + 0.5) * bytes) / of),
    );
    for (const at of [0, 9, 300, ...places, bytes - 1]) {
      const changed = join(folder, 'changed.backup');
      await copyFile(file, changed);
      const handle = await open(changed, 'r+');
      const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, at);
      await handle.write(Buffer.from([buffer[0]! ^ 1]), 0, 1, at);
      await handle.close();
      expect(await refusal(changed, passphrase)).toMatch(
        /alterado|cortado|não é um backup|outra versão/,
      );
    }
    await appendFile(file, 'x');
    expect(await refusal(file, passphrase)).toMatch(/alterado|cortado/);
  });

  it('a backup with another passphrase', async () => {
    const { file } = await back('sealed.backup', PASSPHRASE);
    expect(await refusal(file, 'outra senha qualquer')).toMatch('A senha não abre este backup');
    expect(await refusal(file, undefined)).toMatch('é cifrado');
  });

  it('a file that is no backup', async () => {
    const other = join(folder, 'notes.txt');
    await writeFile(other, 'Notas de uma reunião.\n'.repeat(100));
    expect(await refusal(other, undefined)).toMatch('não é um backup da Vitrine');
    expect(await refusal(join(folder, 'none.backup'), undefined)).toMatch('não pôde ser lido');
  });

  it('a backup of a newer version', async () => {
    const { file } = await back('newer.backup');
    const older = join(folder, 'migrations');
    await cp(MIGRATIONS, older, { recursive: true });
    const last = (await readdir(older)).toSorted().at(-1) ?? '';
    await rm(join(older, last));
    await expect(restore(file, undefined, pathToFileURL(`${older}/`))).rejects.toThrow(last);
    expect(await readdir(place.config.DATA_DIR)).toEqual([]);
  });
});

describe('a restore', () => {
  it('migrates an older backup, as a start would', async () => {
    const { file } = await back('older.backup');
    const newer = join(folder, 'migrations');
    await cp(MIGRATIONS, newer, { recursive: true });
    await writeFile(
      join(newer, '29991231000000_more.sql'),
      `alter table public.categories add column more text;
       update public.categories set more = 'veio de ' || name;`,
    );

    const { newer: count } = await restore(file, undefined, pathToFileURL(`${newer}/`));

    expect(count).toBe(1);
    const { rows } = await withClient(place.superuser, (client) =>
      client.query('select more from public.categories'),
    );
    expect(rows).toEqual([{ more: 'veio de Açaí, com "aspas"\ne \\ barra' }]);
  });

  it('refuses a folder and a database that are not empty', async () => {
    const { file } = await back('all.backup');
    await writeFile(join(place.config.DATA_DIR, 'notes.txt'), '');
    await expect(restore(file)).rejects.toThrow('não está vazia');
    await rm(join(place.config.DATA_DIR, 'notes.txt'));
    await restore(file);
    await rm(place.config.DATA_DIR, { recursive: true });
    await expect(restore(file)).rejects.toThrow('restaure em um banco vazio');
  });
});
