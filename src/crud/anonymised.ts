import type { TableName } from '#data/permissions.ts';
import type { MutationConsequences } from '#data/query-client.ts';
import { storedAreas } from '#data/stored-areas.ts';
import type { StoredRow } from './rows.queries.ts';

type Rules = { key: string | null; isPersonal: boolean };

/** The rules of the schema for the records that a mutation saves; undefined for a table that is no area. */
export function rulesOfSaved(meta: MutationConsequences | undefined): Rules | undefined {
  const areas: Partial<Record<TableName, Rules>> = storedAreas;
  return meta?.table && areas[meta.table];
}

/** Whether a record was anonymised after `before` was read. */
export function isNewlyAnonymised(
  meta: MutationConsequences | undefined,
  now: StoredRow,
  before: StoredRow | undefined,
): boolean {
  return isAnonymised(meta, now) && !(before && isAnonymised(meta, before));
}

/** Whether the row is of an anonymised titular: the schema replaced its e-mail. */
function isAnonymised(meta: MutationConsequences | undefined, row: StoredRow): boolean {
  const { isPersonal = false, key } = rulesOfSaved(meta) ?? {};
  return isPersonal && !!key && String(Reflect.get(row, key)).endsWith('@anonimizado.invalid');
}
