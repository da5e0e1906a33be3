import { ANA, expect, test } from './fixtures.ts';
import { historyJourneys } from './lost/history.ts';
import { loseResponsesAndRetry } from './lost/journey.ts';
import { listPageJourneys } from './lost/lists.ts';
import { userJourneys } from './lost/people.ts';
import { recordJourneys } from './lost/records.ts';
import { isMatchingMutation, readLostRequests, readMutations } from './support/mutations.ts';

// For each mutation of the panel: the server executes the request, but its response is lost. Then the user tries again,
// or the panel repeats the request by itself.

const JOURNEYS = { ...recordJourneys, ...historyJourneys, ...userJourneys, ...listPageJourneys };

/** The mutations of `readMutations` whose responses no test drops, with the reason. */
const EXCEPTIONS = {
  'DELETE /rest/v1/products': 'delete_product deletes a product with its pictures',
  'PATCH /rest/v1/products': 'save_product saves a product with its pictures',
  'POST /rest/v1/products': 'save_product saves a product with its pictures',
  'POST /rest/v1/rpc/prune_history': 'no user waits for it: the browser repeats it the next day',
  'POST /rest/v1/rpc/sweep_batches': 'no user waits for it: the browser repeats it the next day',
};

test.beforeEach(({ browserConsole }) => browserConsole.expect(/ERR_FAILED|status of 4/));

for (const [title, { as = ANA.email, given, mutations }] of Object.entries(JOURNEYS))
  test(title, async ({ pageOf, db, backend }) => {
    const path = await given(db, backend);
    const page = await pageOf(as);
    await page.goto(path);
    for (const mutation of mutations) await loseResponsesAndRetry(page, db, mutation);
  });

test('each mutation of the panel loses its response in a journey', async ({ db }) => {
  const ofJourneys = Object.values(JOURNEYS).flatMap(({ mutations }) => mutations);
  const lost = [...readLostRequests(), ...ofJourneys.flatMap((each) => Object.keys(each.lost))];
  const mutations = await readMutations(db);
  const missing = mutations.filter(
    (each) => !lost.some((request) => isMatchingMutation(each, request)),
  );
  expect(missing).toEqual(Object.keys(EXCEPTIONS).toSorted());
});
