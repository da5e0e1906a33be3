import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findRunningServer } from '../../backend/database/running.ts';
import { withClient } from '../../backend/database/superuser.ts';
import { waitForCondition } from '../../backend/database/testing/backend-process.ts';
import { readOrCreateSecrets } from '../../backend/secrets.ts';
import { createLedger } from './ledger.ts';
import type { ChaosReport } from './report.ts';
import type { ChaosSetup } from './chaos-setup.ts';
import { saveProduct, uploadPicture } from './writers.ts';

const PRODUCTS = 6;
const PICTURES = 2;
const OLD_FILES = 120;

/**
 * Kills the backend (kill -9) while users delete and restore products. Afterwards each product must be complete, or a
 * restore from the trash must complete it.
 */
export async function killDuringUndos(world: ChaosSetup, times: number, report: ChaosReport) {
  const ids: string[] = [];
  const scratch = createLedger(); // deleted products do not count as lost
  for (let n = 0; n < PRODUCTS; n += 1) {
    const urls = [
      await uploadPicture(world.session, scratch),
      await uploadPicture(world.session, scratch),
    ];
    ids.push(await saveProduct(world.session, scratch, urls));
  }
  for (let n = 0; n < times; n += 1) {
    const stopping = new AbortController();
    const users = ids.map((id) => deleteAndUndo(world, id, stopping.signal));
    await wait(300 + Math.random() * 700);
    await world.backend.signal('SIGKILL');
    stopping.abort();
    await Promise.all(users);
    await world.start();
    for (const id of ids) {
      if (!(await isComplete(world, id))) await restore(world, id);
      if (!(await isComplete(world, id)))
        report.problem(`product ${id} is neither stored nor in the trash`);
    }
  }
  report.line(`${times} × kill -9 while products are deleted and restored: all are complete`);
}

async function deleteAndUndo(world: ChaosSetup, id: string, stopping: AbortSignal) {
  while (!stopping.aborted) {
    try {
      await call(world, 'delete_product', { product_id: id });
      await restore(world, id);
    } catch {
      return; // the server was killed meanwhile
    }
  }
}

async function restore(world: ChaosSetup, id: string) {
  const trashed = (await call(world, 'trash', { area: 'products', size: 100 })) as Trashed[]; // the schema defines the result
  const found = trashed.find((each) => each.record_id === id);
  if (found) await call(world, 'undo_batch', { batch: found.batch });
}

type Trashed = { batch: number; record_id: string };

async function call({ session: { url, headers } }: ChaosSetup, name: string, args: object) {
  const response = await fetch(`${url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(args),
  });
  if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
  return response.json();
}

async function isComplete(world: ChaosSetup, id: string) {
  const [row] = await sql<{ images: number; main: number }>(
    world,
    `select count(image.id)::int as images, count(*) filter (where image.is_main)::int as main
     from public.products as product join public.product_images as image on image.product_id = product.id
     where product.id = '${id}'`,
  );
  return row?.images === PICTURES && row.main === 1;
}

/**
 * Kills the backend (kill -9) while it deletes old files from the trash. The next start must continue the deletion, and
 * every remaining row must have its file.
 */
export async function killDuringPurges(world: ChaosSetup, times: number, report: ChaosReport) {
  const scratch = createLedger();
  for (let n = 0; n < OLD_FILES; n += 1) await uploadPicture(world.session, scratch);
  const names = scratch.files.map(({ path }) => `'${path}'`).join(', ');
  await sql(
    world,
    `set session_replication_role = replica; update storage.objects
     set bucket_id = 'lixeira', name = 'product-images/' || name, updated_at = now() - interval '40 days'
     where name in (${names})`,
  );
  const countLeft = async () =>
    (
      await sql(
        world,
        `select from storage.objects where bucket_id = 'lixeira' and updated_at < now() - interval '30 days'`,
      )
    ).length;
  const counts: number[] = [];
  for (let n = 0; n < times; n += 1) {
    await world.backend.signal('SIGKILL');
    await world.start();
    await wait(Math.random() * 300);
    counts.push(await countLeft());
  }
  await waitForCondition('the trash is empty', async () => (await countLeft()) === 0, 30_000);
  report.line(
    `${times} × kill -9 while ${OLD_FILES} old files are deleted: then left: ${counts.join(', ')}`,
  );
  report.losses('emptying the trash', await world.losses({ everything: true }));
}

async function sql<Row>({ dataDir }: ChaosSetup, text: string): Promise<Row[]> {
  const { databasePassword } = await readOrCreateSecrets(dataDir);
  const running = await findRunningServer(join(dataDir, 'postgres'), databasePassword);
  if (!running) throw new Error('no PostgreSQL is running');
  // `Row` names the columns of the query.
  return withClient(running, async (client) => (await client.query(text)).rows as Row[]);
}
