import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { readPostmasterPid } from '../../backend/database/testing/backend-process.ts';
import { readOrCreateSecrets } from '../../backend/secrets.ts';
import type { Ledger } from './ledger.ts';
import type { ChaosSession } from './session.ts';

/**
 * Compares the stored data with the acknowledged writes: rows by SQL, files by download. Downloads only the files that
 * no earlier call has downloaded; with `everything`, all files. Also finds incomplete products, and rows of
 * `storage.objects` whose file is missing or has a different size.
 * @returns one line for each loss
 */
export async function findLosses(
  dataDir: string,
  { url }: ChaosSession,
  ledger: Ledger,
  { everything = false } = {},
): Promise<string[]> {
  const client = await superuser(dataDir);
  try {
    return [
      ...(await lostFiles(url, ledger, everything)),
      ...(await lostRows(client, ledger)),
      ...(await incompleteProducts(client)),
      ...(await rowsWithoutFiles(client, dataDir)),
    ];
  } finally {
    await client.end();
  }
}

async function superuser(dataDir: string) {
  const server = await readPostmasterPid(dataDir);
  if (!server) throw new Error('no PostgreSQL is running');
  const { databasePassword: password } = await readOrCreateSecrets(dataDir);
  const client = new pg.Client({
    host: server.socketFolder,
    user: 'supabase_admin',
    password,
    database: 'postgres',
  });
  await client.connect();
  return client;
}

async function lostFiles(url: string, { files }: Ledger, everything: boolean) {
  const losses: string[] = [];
  for (const file of files.filter(({ isChecked }) => everything || !isChecked)) {
    const response = await fetch(`${url}/storage/v1/object/public/product-images/${file.path}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    if (sha256 !== file.sha256)
      losses.push(`file ${file.path}: ${response.status}, ${bytes.length}`);
    file.isChecked = true;
  }
  return losses;
}

async function lostRows(client: pg.Client, { products, categories }: Ledger) {
  const stored = await client.query<{ id: string; version: number; name: string }>(
    'select id, version, name from public.products',
  );
  const found = new Map(stored.rows.map((row) => [row.id, row]));
  const lost = [...products].filter(([id, { version, images }]) => {
    const row = found.get(id);
    if (!row || row.version < version) return true;
    // A later version is not a loss: that change was stored, but its response was lost.
    return row.version === version && row.name !== `imagens=${images}`;
  });
  const names = await client.query<{ name: string }>('select name from public.categories');
  const storedNames = new Set(names.rows.map((row) => row.name));
  return [
    ...lost.map(([id]) => `product ${id}`),
    ...categories.filter((name) => !storedNames.has(name)).map((name) => `category ${name}`),
  ];
}

async function incompleteProducts(client: pg.Client) {
  const { rows } = await client.query<{ id: string; name: string }>(`
    select product.id, product.name
    from public.products as product
    left join public.product_images as image on image.product_id = product.id
    group by product.id
    having product.name <> 'imagens=' || count(image.id) or count(*) filter (where image.is_main) <> 1`);
  return rows.map(({ id, name }) => `incomplete product ${id}: ${name}`);
}

async function rowsWithoutFiles(client: pg.Client, dataDir: string) {
  const { rows } = await client.query<{ name: string; version: string; size: number }>(
    "select name, version, (metadata ->> 'size')::int as size from storage.objects",
  );
  const sizes = await Promise.all(
    rows.map(({ version }) =>
      stat(join(dataDir, 'files', version.slice(0, 2), version)).then(
        (found) => found.size,
        () => -1,
      ),
    ),
  );
  return rows.flatMap(({ name, size }, index) =>
    sizes[index] === size ? [] : [`row ${name}: ${sizes[index]} bytes instead of ${size}`],
  );
}
