import type { TableName } from '#data/permissions.ts';
import type { MutationEffects } from '#data/query-client.ts';
import { storedAreas } from '#data/stored-areas.ts';
import type { StoredRow } from './rows.queries.ts';

type Rules = { key: string | null; isPersonal: boolean };

/** Returns the entry in `storedAreas` for the table that a mutation saves (`meta.table`); undefined if none exists. */
export function findStoredArea(meta: MutationEffects | undefined): Rules | undefined {
  const areas: Partial<Record<TableName, Rules>> = storedAreas;
  return meta?.table && areas[meta.table];
}

/** Whether a record is anonymised in the version `now` and was not in `before`. Without `before`, checks only `now`. */
export function isNewlyAnonymised(
  meta: MutationEffects | undefined,
  now: StoredRow,
  before: StoredRow | undefined,
): boolean {
  return isAnonymised(meta, now) && !(before && isAnonymised(meta, before));
}

/** Whether a row belongs to an anonymised person: the schema has replaced the e-mail by '…@anonimizado.invalid'. */
function isAnonymised(meta: MutationEffects | undefined, row: StoredRow): boolean {
  const { isPersonal = false, key } = findStoredArea(meta) ?? {};
  return isPersonal && !!key && String(Reflect.get(row, key)).endsWith('@anonimizado.invalid');
}
