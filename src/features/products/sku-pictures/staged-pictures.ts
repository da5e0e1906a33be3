import type { Json } from '#data/database.types.ts';
import type { StoredFile } from '#data/pictures.ts';
import { rest } from '#data/rest-client.ts';
import { unwrap } from '#data/unwrap.ts';
import { randomName } from '#lib/random-name.ts';
import type { PicturePlan } from './sku-pictures.ts';

/** Pictures of many products as the functions of the schema stage them: planned, then applied one product a step. */
export type StagedPictures = {
  id: string;
  /** How many steps are applied. */
  steps: number;
  counts: Counts;
  /** By the id of the product. */
  places: ReadonlyMap<string, number>;
};

type Counts = Partial<Record<'changed' | 'refuse' | 'stale', number>>;
type Row = { place: number; record_id: string | null };

const partSize = 500;

/** Continues the batch with this id if it still holds all of these products, else plans a new one. */
export async function stagePictures(
  plans: readonly PicturePlan[],
  id: string | undefined,
  signal: AbortSignal,
): Promise<StagedPictures> {
  // The functions return json and jsonb: their definitions in the schema say what is in it.
  const open = (await unwrap(
    rest.rpc('open_batches').abortSignal(signal),
  )) as unknown as StagedPictures[];
  // The server writes a UUID with hyphens.
  const begun = open.find((one) => one.id.replaceAll('-', '') === id?.replaceAll('-', ''));
  const places = begun && (await waitingPlaces(begun.id));
  if (begun && places && plans.every(({ product }) => places.has(product.id)))
    return { id: begun.id, steps: begun.steps, counts: begun.counts, places };
  return plan(plans);
}

async function waitingPlaces(batch_id: string): Promise<Map<string, number>> {
  const places = new Map<string, number>();
  for (let after = 0; ;) {
    const asked = { batch_id, outcomes: ['change'], after, size: 1000 };
    const rows = (await unwrap(rest.rpc('batch_rows', asked))) as unknown as Row[];
    if (rows.length === 0) return places;
    for (const { place, record_id } of rows) if (record_id) places.set(record_id, place);
    after = rows.at(-1)?.place ?? after;
  }
}

async function plan(plans: readonly PicturePlan[]): Promise<StagedPictures> {
  const batch = { id: randomName(), file_name: 'imagens', total: plans.length };
  const rows = plans.map(({ product, wanted }, index) => ({
    place: index + 1,
    record_id: product.id,
    before: { images: product.images },
    after: {
      images: wanted.map((one) =>
        'url' in one ? one : { file: one.file.path, is_main: one.is_main },
      ),
    },
  }));
  let counts: Counts = {};
  for (let from = 0; from < rows.length; from += partSize) {
    const part = rows.slice(from, from + partSize) as Json;
    ({ counts } = (await unwrap(rest.rpc('plan_pictures', { batch, rows: part }))) as {
      counts: Counts;
    });
  }
  return { id: batch.id, steps: 0, counts, places: await waitingPlaces(batch.id) };
}

type Sent = { images: Json[] } | { problems: Record<string, string> };
type Answer = { batch: number | null; counts: Counts; removed_files: StoredFile[] };

/** Applies the next step to one product. After a lost response, call it again with the same arguments. */
export async function applyPictures(staged: StagedPictures, product: string, sent: Sent) {
  const place = staged.places.get(product);
  // Its pictures changed before the plan.
  if (place === undefined) return undefined;
  const pictures = [{ place, ...sent }];
  const step = { batch_id: staged.id, step: staged.steps + 1, pictures };
  const answer = (await unwrap(rest.rpc('apply_batch', step))) as Answer & { status: string };
  if (answer.status === 'missing')
    throw new Error('Esta conferência não existe mais. Confira as imagens de novo.');
  const { changed = 0 } = staged.counts;
  const isSaved = (answer.counts.changed ?? 0) > changed;
  staged.steps += 1;
  staged.counts = answer.counts;
  return { ...answer, isSaved };
}
