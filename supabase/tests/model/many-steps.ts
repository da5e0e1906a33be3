import type { RequestResult } from './adapter.ts';
import { chooseItem, type StepMaker } from './step.ts';
import {
  applyBulkChange,
  BULK_CHANGES,
  hasManyUnfinishedBatches,
  predictImportStepOutcomes,
  hasPendingRows,
  canPlanBeEvicted,
  predictPlanStepOutcomes,
  removeStagedBatch,
  predictImportPlanOutcomes,
} from './many.ts';
import { formatRow, USER_NAMES } from './record-steps.ts';
import { makePartnerRow } from './table-steps.ts';
import {
  type Area,
  findChangedColumns,
  copyState,
  hasDoubtfulPrices,
  listLabels,
  type Plan,
  type Row,
  type State,
} from './state.ts';
import type { Outcome } from './undo.ts';

// Commands on staged batches: bulk changes and spreadsheets. Each step of a batch is a separate command.

const plan: StepMaker = (state, { person, a, b, c }) => {
  const all = listLabels(state, 'products');
  const selected = all.filter((_, place) => a % 4 > 0 || place !== b % all.length);
  if (selected.length === 0 || hasManyUnfinishedBatches(state, person)) return undefined;
  const change = b % 5 === 0 ? BULK_CHANGES.at(-1)! : chooseItem(BULK_CHANGES, c)!;
  const category = chooseItem(listLabels(state, 'categories'), c);
  const isMove = (change['column'] === 'button_color' || b % 4 === 1) && category !== undefined;
  const wanted: Row = isMove ? { kind: 'set', column: 'category_id', value: category } : change;
  const sent = isMove ? { ...wanted, value: state.ids[category]! } : wanted;
  let planned: { id: string; order: string[] } = { id: '', order: [] };
  return {
    text: `${USER_NAMES[person]}: plan ${formatRow(wanted)} of ${selected.join(', ')}`,
    async run(adapter) {
      const made = await adapter.plan(
        person,
        selected.map((label) => state.ids[label] ?? ''),
        sent,
        1 + (c % 3),
      );
      planned = made;
      return made.result;
    },
    outcomes() {
      const next = copyState(state);
      const order = planned.order.map((id) => selected.find((label) => state.ids[label] === id));
      const made: Plan = { id: planned.id, owner: person, rows: [], batch: null, isBegun: false };
      for (const label of order) {
        if (label === undefined) return [];
        const row = state.rows[label]!;
        const after = applyBulkChange(row, wanted);
        const isSame = after !== null && findChangedColumns(row, after).length === 0;
        const isPrice = wanted['kind'] === 'price';
        made.rows.push({
          label,
          version: state.versions[label] ?? 0,
          after,
          isPrice,
          doubtful: isPrice && after !== null && hasDoubtfulPrices(state, label, after),
          outcome: isSame ? 'keep' : 'change',
        });
      }
      next.plans.push(made);
      return order.length === selected.length ? [{ state: next, statuses: ['planned'] }] : [];
    },
  };
};

/** Returns the user's newest or second newest staged batch in `list`, and its index; undefined if there is none. */
export function chooseOwnBatch<T extends { owner: string }>(
  list: T[],
  person: string,
  number: number,
) {
  const mine = list.flatMap((one, index) => (one.owner === person ? [{ one, index }] : []));
  return chooseItem(mine.toReversed(), Math.floor(number / 3) % 2);
}

/** Stores the result of a step in the model, to compare it with the result when the step is repeated. */
export function storeStepResult(
  outcomes: Outcome[],
  list: 'plans' | 'imports',
  index: number,
  { status, body }: RequestResult,
): Outcome[] {
  if (status === 'applying' || status === 'done')
    for (const { state } of outcomes) state[list][index]!.result = JSON.stringify(body);
  return outcomes;
}

export function addEvictedOutcome(state: State, index: number, outcomes: Outcome[]): Outcome[] {
  if (!canPlanBeEvicted(state, index)) return outcomes;
  const next = copyState(state);
  next.plans.splice(index, 1);
  return [...outcomes, { state: next, statuses: ['missing'] }];
}

/** The possible sizes of a step, in rows. */
const SIZES = [1, 2, 5, 5];

const apply: StepMaker = (state, { person, a, b, c }) => {
  const found = chooseOwnBatch(
    state.plans.filter(({ rows }) => rows.some(({ outcome }) => outcome === 'change')),
    person,
    a,
  );
  if (!found) return undefined;
  const index = state.plans.indexOf(found.one);
  const doubtful = found.one.rows.filter((row) => row.outcome === 'change' && row.doubtful).length;
  const size = chooseItem(SIZES, b)!;
  // Before the first step, sometimes confirm a wrong number of doubtful prices. Later steps ignore the number.
  const isWrong = !found.one.isBegun && c % 4 === 0;
  const confirmed = isWrong ? doubtful + 1 : doubtful;
  return {
    text: `${USER_NAMES[person]}: next step of plan ${index + 1}, ${size} rows at most, ${confirmed} prices confirmed`,
    run: (adapter) => adapter.applyStep(person, found.one.id, size, confirmed),
    outcomes: (result) =>
      addEvictedOutcome(
        state,
        index,
        isWrong
          ? [{ state: copyState(state), statuses: ['refused'] }]
          : storeStepResult(predictPlanStepOutcomes(state, index, size), 'plans', index, result),
      ),
  };
};

const leaveOut: StepMaker = (state, { person, a }) => {
  const found = chooseOwnBatch(
    state.plans.filter(({ rows }) => rows.some(({ outcome }) => outcome === 'change')),
    person,
    a,
  );
  if (!found) return undefined;
  const index = state.plans.indexOf(found.one);
  const place = found.one.rows.findLastIndex(({ outcome }) => outcome === 'change');
  const { label } = found.one.rows[place]!;
  return {
    text: `${USER_NAMES[person]}: leave ${label} out of plan ${index + 1}`,
    run: (adapter) => adapter.leaveOut(person, found.one.id, state.ids[label] ?? ''),
    outcomes() {
      const next = copyState(state);
      next.plans[index]!.rows[place]!.outcome = 'out';
      return addEvictedOutcome(state, index, [{ state: next, statuses: ['planned'] }]);
    },
  };
};

const dropPlan: StepMaker = (state, { person, a }) => {
  const found = chooseOwnBatch(state.plans, person, a);
  if (!found) return undefined;
  const index = state.plans.indexOf(found.one);
  return {
    text: `${USER_NAMES[person]}: drop plan ${index + 1}`,
    run: (adapter) => adapter.dropPlan(person, found.one.id),
    outcomes: () =>
      addEvictedOutcome(state, index, [
        { state: removeStagedBatch(state, 'plans', index), statuses: ['dropped'] },
      ]),
  };
};

const stage: StepMaker = (state, { person, a, b, c }) => {
  const area: Area = c % 4 === 0 ? 'parceiros' : 'products';
  const present = listLabels(state, area);
  const isFull = present.length >= (area === 'products' ? 4 : 2);
  if (hasManyUnfinishedBatches(state, person) || (isFull && present.length === 0)) return undefined;
  const rows =
    area === 'products' ? productRows(state, isFull, a, b, c) : [partnerRow(state, isFull, a, b)];
  const next = copyState(state);
  next.counter += 1;
  return {
    text: `${USER_NAMES[person]}: stage a spreadsheet of ${area} ${rows.map((row) => formatRow(row)).join(' ')}`,
    async run(adapter): Promise<RequestResult> {
      const staged = await adapter.stage(person, area, rows);
      next.imports.push({
        id: staged.id,
        owner: person,
        area,
        rows: rows.map((cells) => ({
          key: String(cells['sku'] ?? cells['email']),
          label: null,
          version: 0,
          cells,
          doubtful: false,
          outcome: 'untried',
        })),
        batch: null,
        isBegun: false,
        isTried: false,
      });
      return staged.result;
    },
    outcomes: () => [{ state: next, statuses: ['staged'] }],
  };
};

function productRows(state: State, isFull: boolean, a: number, b: number, c: number): Row[] {
  const names = listLabels(state, 'categories').map((label) => String(state.rows[label]!['name']));
  const category = b % 2 ? `§Nova ${b % 3}` : (chooseItem(names, b) ?? '§Nova 0');
  const changed = listLabels(state, 'products')
    .filter((_, place) => (a + place) % 3 > 0)
    .map((label, place) => ({
      sku: state.rows[label]!['sku']!,
      real_price: 10 + ((c + place) % 20),
      ...(c % 2 && { category }),
    }));
  if (isFull && changed.length > 0) return changed;
  const created = {
    name: `Importado ${state.counter}`,
    sku: `§I-${state.counter % 4}`,
    subtitle: 'Polpa',
    mini_description: 'Mini',
    description: 'Descrição',
    real_price: 12.5,
    category,
  };
  const isHeld = changed.some(({ sku }) => sku === created.sku);
  return c % 3 && !isHeld ? [created, ...changed] : isHeld ? changed : [...changed, created];
}

function partnerRow(state: State, isFull: boolean, a: number, b: number): Row {
  const named = listLabels(state, 'parceiros').filter((each) =>
    String(state.rows[each]!['email']).includes('§'),
  );
  const label = chooseItem(named, a);
  if (label !== undefined && (isFull || b % 2))
    return { email: state.rows[label]!['email']!, phone: `§9188-${state.counter}` };
  return makePartnerRow(`I${state.counter}`, b % 9);
}

const tryImport: StepMaker = (state, { person, a }) => {
  const waiting = state.imports.filter((one) => !one.isTried);
  const found = chooseOwnBatch(waiting, person, a);
  if (!found) return undefined;
  const index = state.imports.indexOf(found.one);
  return {
    text: `${USER_NAMES[person]}: try spreadsheet ${index + 1}`,
    run: (adapter) => adapter.tryImport(person, found.one.id),
    outcomes: () => predictImportPlanOutcomes(state, index),
  };
};

const applyImport: StepMaker = (state, { person, a, b, c }) => {
  const untried = chooseOwnBatch(
    // Check the rows, not `isTried`: anonymising may have emptied all rows of a spreadsheet that is not planned.
    state.imports.filter(({ rows }) => rows.some(({ outcome }) => outcome === 'untried')),
    person,
    a,
  );
  if (untried && c % 4 === 0)
    return {
      text: `${USER_NAMES[person]}: first step of spreadsheet ${state.imports.indexOf(untried.one) + 1}, which is not planned`,
      run: (adapter) => adapter.applyStep(person, untried.one.id, 1, 0),
      outcomes: () => [{ state: copyState(state), statuses: ['refused'] }],
    };
  const tried = state.imports.filter((one) => one.isTried && hasPendingRows(one));
  const found = chooseOwnBatch(tried, person, a);
  if (!found) return undefined;
  const index = state.imports.indexOf(found.one);
  const waiting = found.one.rows.filter(({ outcome }) => ['create', 'change'].includes(outcome));
  const doubtful = waiting.filter((row) => row.doubtful).length;
  const size = chooseItem(SIZES, b)!;
  return {
    text: `${USER_NAMES[person]}: next step of spreadsheet ${index + 1}, ${size} rows at most`,
    run: (adapter) => adapter.applyStep(person, found.one.id, size, doubtful),
    outcomes: (result) =>
      storeStepResult(predictImportStepOutcomes(state, index, size), 'imports', index, result),
  };
};

const dropImport: StepMaker = (state, { person, a }) => {
  const found = chooseOwnBatch(state.imports.filter(hasPendingRows), person, a);
  if (!found) return undefined;
  const index = state.imports.indexOf(found.one);
  return {
    text: `${USER_NAMES[person]}: drop spreadsheet ${index + 1}`,
    run: (adapter) => adapter.dropImport(person, found.one.id),
    outcomes: () => [{ state: removeStagedBatch(state, 'imports', index), statuses: ['dropped'] }],
  };
};

export const stagedBatchSteps: Record<string, StepMaker> = {
  plan,
  apply,
  'leave out': leaveOut,
  'drop plan': dropPlan,
  stage,
  try: tryImport,
  import: applyImport,
  'drop import': dropImport,
};
