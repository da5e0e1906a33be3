import { unwrap } from '#data/unwrap.ts';
import { nothingThere } from './nothing-there.ts';

/** What a form hands to the mutation that saves it; `id` is absent for a new record. */
export type Saving<Values, Id = string> = {
  id: Id | undefined;
  values: Values;
  /** The URL of the form's picture; null when it has none. */
  picture: string | null;
};

/** `conflict`: someone saved meanwhile, and `row` is what they left. */
export type SaveResult<Row> = { status: 'saved' } | { status: 'conflict'; row: Row };

type Written =
  | { data: unknown[]; error: null; status: number }
  | { data: null; error: object; status: number };

/**
 * An insert, or an update that names the version that was read, each answering the rows it wrote. An
 * update that wrote none lost a race: `current` reads what is there now, `missing` says that nothing is.
 */
export async function saveRecord<Row>(
  write: PromiseLike<Written>,
  current: () => Promise<Row | null>,
  missing: string,
): Promise<SaveResult<Row>> {
  const rows = await unwrap(write);
  if (rows.length > 0) return { status: 'saved' };
  const row = await current();
  if (row === null) throw await nothingThere(missing);
  return { status: 'conflict', row };
}

/** The message of a save: 'criado' or 'atualizado'; none while a conflict is to be settled. */
export function savedText(created: string, updated: string) {
  return ({ status }: SaveResult<unknown>, { id }: Saving<unknown, unknown>) =>
    status === 'saved' ? (id === undefined ? created : updated) : undefined;
}
