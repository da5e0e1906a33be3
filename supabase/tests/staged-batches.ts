import { randomUUID } from 'node:crypto';
import type { TestDatabase } from './database.ts';
import type { TestCaller } from './people.ts';

/** SQL that applies the next step of a staged batch: $1 its id, $2 the size, $3 the number of confirmed prices. */
export const NEXT_STEP_SQL = `select public.apply_batch(
  $1, coalesce((select steps from private.staged_batches where id = $1), 0) + 1, $2, $3
) as result`;

/** Applies the next step of a staged batch. Returns the result of `apply_batch`. */
export async function applyNextStep<T>(
  { as }: Pick<TestDatabase, 'as'>,
  id: string,
  { size = 1000, confirmed = 0, person = 'colaborador' }: StepOptions = {},
): Promise<T> {
  const [only] = await as<{ result: T }>(person, NEXT_STEP_SQL, [id, size, confirmed]);
  return only!.result; // a function returns one row
}

type StepOptions = { size?: number; confirmed?: number; person?: TestCaller };

/** Gives a product pictures, like the import of pictures by SKU. Returns the id of the batch of the history. */
export async function savePictures(
  { as }: Pick<TestDatabase, 'as'>,
  record_id: string,
  seen: string[],
  images: { url: string; is_main?: boolean }[],
): Promise<number> {
  const id = randomUUID();
  const row = {
    place: 1,
    record_id,
    before: { images: seen.map((url) => ({ url })) },
    after: { images: [{ file: 'a.png' }] },
  };
  await as('colaborador', 'select public.plan_pictures($1, $2)', [
    JSON.stringify({ id, file_name: 'fotos.zip', total: 1 }),
    JSON.stringify([row]),
  ]);
  const sent = JSON.stringify([{ place: 1, images }]);
  const [only] = await as<{ batch: number }>(
    'colaborador',
    `select (public.apply_batch($1, 1, pictures => $2) ->> 'batch')::int as batch`,
    [id, sent],
  );
  return only!.batch;
}
