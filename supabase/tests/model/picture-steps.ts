import { isDeepStrictEqual } from 'node:util';
import type { RequestResult } from './adapter.ts';
import { hasManyUnfinishedBatches, replaceOutcomeIfUndone } from './many.ts';
import { chooseOwnBatch } from './many-steps.ts';
import { parsePictures, formatRow, makePicturesJson, USER_NAMES } from './record-steps.ts';
import { chooseItem, type StepMaker } from './step.ts';
import { copyState, listLabels, type Row, writeRow } from './state.ts';

// Commands on pictures by SKU. `pictures` writes the pictures of one product. The later command `next pictures` writes
// the pictures of a second product, so that other commands can change this product in between.

const pictures: StepMaker = (state, { person, a, b, c }) => {
  const all = listLabels(state, 'products');
  const label = chooseItem(all, a);
  if (label === undefined || hasManyUnfinishedBatches(state, person)) return undefined;
  const stored = state.rows[label]!;
  const wanted = makePicturesJson(b, c);
  const isStale = b % 11 === 0;
  const other = isStale ? undefined : chooseItem(all, a + 1);
  const next = other === label ? undefined : other;
  let id = '';
  return {
    text: `${USER_NAMES[person]}: pictures of ${label} ${formatRow({ wanted })}${isStale ? ', others seen' : ''}${next === undefined ? '' : `, then of ${next}`}`,
    async run(adapter): Promise<RequestResult> {
      const seen = urlsOf(stored['pictures']);
      if (isStale) seen.push('https://vitrine.exemplo/outra.png');
      const planned = await adapter.planPictures(person, [
        { id: state.ids[label] ?? '', seen },
        ...(next === undefined
          ? []
          : [{ id: state.ids[next] ?? '', seen: urlsOf(state.rows[next]!['pictures']) }]),
      ]);
      ({ id } = planned);
      const counts = planned.result.body['counts'] as Record<string, number> | undefined;
      if (planned.result.status !== 'planned') return planned.result;
      if (counts?.['refuse'] === 1) return { ...planned.result, status: 'stale' };
      return adapter.applyPictures(person, id, 1, parsePictures(wanted));
    },
    outcomes() {
      const after = copyState(state);
      if (isStale) return [{ state: after, statuses: ['stale'] }];
      const batch = writeRow(after, null, label, { ...stored, pictures: wanted });
      if (next === undefined) return [{ state: after, statuses: ['done'] }];
      after.sessions.push({
        id,
        owner: person,
        batch,
        next: { label: next, ...picturesAndSku(state.rows[next]!) },
      });
      return [{ state: after, statuses: ['applying'] }];
    },
  };
};

const nextPictures: StepMaker = (state, { person, a, b, c }) => {
  const found = chooseOwnBatch(
    state.sessions.filter(({ next }) => next !== null),
    person,
    a,
  );
  if (!found) return undefined;
  const { id, batch, next } = found.one;
  const { label, ...seen } = next!;
  const index = state.sessions.indexOf(found.one);
  const wanted = makePicturesJson(b, c);
  return {
    text: `${USER_NAMES[person]}: then pictures of ${label} ${formatRow({ wanted })}`,
    run: (adapter) => adapter.applyPictures(person, id, 2, parsePictures(wanted)),
    outcomes() {
      const after = copyState(state);
      const session = after.sessions[index]!;
      session.next = null;
      const stored = state.rows[label];
      if (stored && isDeepStrictEqual(picturesAndSku(stored), seen))
        session.batch = writeRow(after, batch, label, { ...stored, pictures: wanted });
      return replaceOutcomeIfUndone(state, batch, { state: after, statuses: ['done'] });
    },
  };
};

/** Returns the values of a product that must not change between the plan and the step that writes its pictures. */
function picturesAndSku(row: Row) {
  return { urls: urlsOf(row['pictures']), sku: String(row['sku']).toLowerCase() };
}

function urlsOf(stored: unknown): string[] {
  return parsePictures(stored).map(({ url }) => url);
}

export const pictureSteps: Record<string, StepMaker> = {
  pictures,
  'next pictures': nextPictures,
};
