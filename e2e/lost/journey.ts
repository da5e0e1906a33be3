import { expect, type Page } from '@playwright/test';
import type { RunSql } from '../fixtures.ts';
import type { Backend } from '../support/backend.ts';
import { loseResponse } from '../support/hold.ts';
import { expectSuccessMessage } from '../support/messages.ts';
import { expectPageTitle } from '../support/pages.ts';

/** Mutations in one browser tab, one after the other. */
export type Journey = {
  /** The e-mail of the signed-in user; ana by default. */
  as?: string;
  /** Stores the data that the journey needs, and returns the path of the page on which it begins. */
  given: (db: RunSql, backend: Backend) => Promise<string>;
  mutations: readonly LostMutation[];
};

/** The value in `LostMutation.lost` for a request that the panel repeats by itself, without a message. */
export const AUTOMATIC_RETRY = Symbol('automatic retry');
/**
 * The value in `LostMutation.lost` for a request after which the panel shows no message, because it reads from the
 * server whether the request was executed.
 */
export const OUTCOME_CHECK = Symbol('outcome check');

/** A mutation of the panel whose responses are lost, and its effect after the last attempt. */
export type LostMutation = {
  /** Steps before the mutation. */
  first?: (page: Page, db: RunSql) => Promise<unknown>;
  /**
   * The requests whose responses are lost, one request in each attempt, keyed by method and path. The value is the
   * message that the user then reads, or a symbol if there is no message.
   */
  lost: Readonly<Record<string, string | RegExp | typeof AUTOMATIC_RETRY | typeof OUTCOME_CHECK>>;
  act: (page: Page) => Promise<unknown>;
  /** The steps after the message; by default `act` again. */
  retry?: (page: Page) => Promise<unknown>;
  /** The message at the end. */
  success?: string | RegExp;
  /** The title of the page at the end. */
  title?: string;
  /** A query, and the rows that it returns at the end. */
  stored?: readonly [text: string, ...rows: object[]];
  /** The number of new entries in the history; 1 by default. */
  entries?: number;
};

/**
 * Loses the response of each request in `lost` once, and tries again. Expects the rows of `stored`, the number of new
 * `entries` in the history, each file in the right bucket, and no message of a failure.
 */
export async function loseResponsesAndRetry(page: Page, db: RunSql, mutation: LostMutation) {
  const { first, lost, act, retry = act, success, title, stored, entries = 1 } = mutation;
  await first?.(page, db);
  const before = await countEntries(db);
  let attempt: typeof act | undefined = act;
  for (const [request, failure] of Object.entries(lost)) {
    const loss = await loseResponse(page, request);
    await attempt?.(page);
    await loss.lost;
    if (failure === AUTOMATIC_RETRY) await loss.repeated;
    attempt = typeof failure === 'symbol' ? undefined : retry;
    if (typeof failure !== 'symbol') await expect(page.getByText(failure)).toBeVisible();
  }
  await attempt?.(page);
  if (success) await expectSuccessMessage(page, success);
  if (title) await expectPageTitle(page, title);
  if (stored) {
    const [text, ...rows] = stored;
    await expect.poll(() => db(text)).toEqual(rows);
  }
  // Poll, because the backend writes the entry of a recovery mail after the response.
  await expect
    .poll(async () => (await countEntries(db)) - before, 'entries in the history')
    .toBe(entries);
  await expectFilesMatchRecords(db);
  await expect(page.getByRole('alert')).toHaveCount(0);
}

/** Expects each file outside of the trash to belong to a record, and each picture of a record to have its file. */
export async function expectFilesMatchRecords(db: RunSql) {
  await expect.poll(() => db(MISPLACED), 'files in the wrong place').toEqual([]);
}

async function countEntries(db: RunSql): Promise<number> {
  const [row] = await db<{ count: number }>('select count(*)::int from private.batches');
  return row?.count ?? 0;
}

const MISPLACED = `
  with kept as (
    select bucket_id, name, private.stored_file(bucket_id || '/' || name) as file
    from storage.objects where bucket_id <> 'lixeira'
  )
  select 'without a record' as problem, bucket_id || '/' || name as file from kept
  where not private.is_used_file(bucket_id, name)
  union all
  select 'missing', used.file from private.used_files as used where used.file not in (select kept.file from kept)`;

export const OFFLINE_TEXT = 'Sem conexão';

export function findField(page: Page, label: string) {
  return page.locator('main').getByLabel(label, { exact: true });
}

/** Returns a step that clicks the button of this name. */
export const makeClickStep = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).click();

/** Returns a step that clicks the button of this name, and then the button `agreed` of the confirmation. */
export const makeConfirmedClickStep =
  (name: string | RegExp, agreed: string) => async (page: Page) => {
    await makeClickStep(name)(page);
    await page.getByRole('alertdialog').getByRole('button', { name: agreed }).click();
  };

/** Returns a step that runs `act` and waits for a download. */
export const makeDownloadStep = (act: (page: Page) => Promise<unknown>) => async (page: Page) => {
  const file = page.waitForEvent('download');
  await act(page);
  await file;
};

/** Returns a step that opens a menu and chooses an item. */
export const makeMenuStep = (menu: string | RegExp, item: string) => async (page: Page) => {
  await makeClickStep(menu)(page);
  await page.getByRole('menuitem', { name: item }).click();
};
