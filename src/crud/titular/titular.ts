import { useSyncExternalStore } from 'react';
import { draftKey, removeDraft } from '#data/drafts.ts';
import { queryClient } from '#data/query-client.ts';
import { forgetRecent } from '#data/recent-records.ts';
import { rest } from '#data/rest-client.ts';
import { deleteFiles } from '#data/unused-pictures.ts';
import type { Command, TableName } from '#data/permissions.ts';
import type { StoredFile } from '#data/pictures.ts';
import { storedAreas } from '#data/stored-areas.ts';
import { unwrap } from '#data/unwrap.ts';
import { shared } from '#lib/shared.ts';
import { editAddress } from '../area.ts';
import type { Area } from '../area.ts';
import type { ActKind, Change, Columns } from '../history/acts.ts';

/** A distribuidor, parceiro or user, as the person behind the data: what the law calls a titular. */
export type Titular = { area: Area; id: string; name: string };

/** The tables whose records are people, and what whoever answers for their data may do. */
export const titulares = {
  tables: Object.entries(storedAreas).flatMap(([table, { isPersonal }]) =>
    isPersonal ? [table] : [],
  ),
  needs: ['update', 'profiles'] as const satisfies readonly [Command, TableName],
};

/** What the schema calls whoever was anonymised. */
export const nameless = 'Titular anonimizado';

/** Everything that is kept of a person; see the function of the same name in the schema. */
export type PersonalData = {
  status: 'found';
  area: string;
  record_id: string;
  at: string;
  record: Columns;
  plan: string | null;
  login: {
    email: string;
    created_at: string;
    last_sign_in_at: string | null;
    sessions: readonly { since: string; from: string | null; with: string | null }[];
    /** The authenticator apps of the second factor. */
    factors: readonly { name: string | null; since: string }[];
  } | null;
  /** The saved views that are their own. */
  views: readonly { area: string; name: string }[];
  history: readonly (Pick<Change, 'kind' | 'before' | 'after'> & {
    at: string;
    actor: string | null;
  })[];
  acts: readonly { at: string; kind: ActKind; area: string }[];
};

/** Reads it all; the activity tells of it. */
export async function personalData({ area, id }: Titular): Promise<PersonalData> {
  // The function returns jsonb.
  const answer = (await unwrap(
    rest.rpc('personal_data', { area: area.table, record_id: id }),
  )) as unknown as PersonalData | { status: 'missing' };
  if (answer.status === 'missing') throw new Error('Não há mais nada guardado deste registro.');
  return answer;
}

/** In how many records of a table a text that somebody wrote still names the person. */
export type NotReached = Readonly<Partial<Record<TableName, number>>>;

/**
 * Takes the person out of all that is kept, with the files and with what this browser remembers. For good. Returns the
 * texts of other users, which are not changed without them.
 */
export async function anonymise({ area, id }: Titular): Promise<NotReached> {
  const answer = (await unwrap(rest.rpc('anonymise', { area: area.table, record_id: id }))) as {
    files?: StoredFile[];
    not_reached?: NotReached;
  };
  removeDraft(draftKey(editAddress(area, id)));
  forgetRecent({ table: area.table, id });
  await deleteFiles(answer.files ?? []);
  void queryClient.invalidateQueries();
  return answer.not_reached ?? {};
}

/** What was asked to be done about a person, or what is left to do. */
export type TitularTask =
  | {
      what: 'export' | 'anonymise';
      titular: Titular;
      /** The record was deleted: only the history still knows the person. */
      gone?: true;
      onDone?: () => void;
    }
  | { what: 'not_reached'; titular: Titular; notReached: NotReached };

/** Opens the dialog of it, wherever on the page it was asked. */
export function openTitular(next: TitularTask | undefined) {
  task.set(next);
}

/** The dialog that is open now. */
export function useTitular(): TitularTask | undefined {
  return useSyncExternalStore(task.subscribe, task.get);
}

const task = shared<TitularTask | undefined>(undefined);
