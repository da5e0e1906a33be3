import type { Result } from './adapter.ts';
import { choose, type StepMaker } from './step.ts';
import {
  applyBulkChange,
  CHANGES,
  hasManyBatches,
  importOutcomes,
  isOpen,
  mayBeEvicted,
  planOutcomes,
  withoutBatch,
  applyImportPlan,
} from './many.ts';
import { show, USER_NAMES } from './record-steps.ts';
import { personOf } from './table-steps.ts';
import {
  type Area,
  changedColumns,
  copyOf,
  isDoubtful,
  labels,
  type Plan,
  type Row,
  type State,
} from './state.ts';
import type { Outcome } from './undo.ts';

// Commands on staged batches: bulk changes and spreadsheets. Each step of a batch is a separate command.

const plan: StepMaker = (state, { person, a, b, c }) => {
  const all = labels(state, 'products');
  const selected = all.filter((_, place) => a % 4 > 0 || place !== b % all.length);
  if (selected.length === 0 || hasManyBatches(state, person)) return undefined;
  const change = b % 5 === 0 ? CHANGES.at(-1)! : choose(CHANGES, c)!;
  const category = choose(labels(state, 'categories'), c);
  const isMove = (change['column'] === 'button_color' || b % 4 === 1) && category !== undefined;
  const wanted: Row = isMove ? { kind: 'set', column: 'category_id', value: category } : change;
  const sent = isMove ? { ...wanted, value: state.ids[category]! } : wanted;
  let planned: { id: string; order: string[] } = { id: '', order: [] };
  return {
    text: `${USER_NAMES[person]}: plan ${show(wanted)} of ${selected.join(', ')}`,
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
      const next = copyOf(state);
      const order = planned.order.map((id) => selected.find((label) => state.ids[label] === id));
      const made: Plan = { id: planned.id, owner: person, rows: [], batch: null, isBegun: false };
      for (const label of order) {
        if (label === undefined) return [];
        const row = state.rows[label]!;
        const after = applyBulkChange(row, wanted);
        const isSame = after !== null && changedColumns(row, after).length === 0;
        const isPrice = wanted['kind'] === 'price';
        made.rows.push({
          label,
          version: state.versions[label] ?? 0,
          after,
          isPrice,
          doubtful: isPrice && after !== null && isDoubtful(state, label, after),
          outcome: isSame ? 'keep' : 'change',
        });
      }
      next.plans.push(made);
      return order.length === selected.length ? [{ state: next, statuses: ['planned'] }] : [];
    },
  };
};

/** Returns the newest or the second newest staged batch of the user, and its index; undefined if there is none. */
export function chooseOwnBatch<T extends { owner: string }>(
  list: T[],
  person: string,
  number: number,
) {
  const mine = list.flatMap((one, index) => (one.owner === person ? [{ one, index }] : []));
  return choose(mine.toReversed(), Math.floor(number / 3) % 2);
}

/** Stores the result of a step in the model, to compare it with the result when the step is repeated. */
export function rememberResult(
  outcomes: Outcome[],
  list: 'plans' | 'imports',
  index: number,
  { status, body }: Result,
): Outcome[] {
  if (status === 'applying' || status === 'done')
    for (const { state } of outcomes) state[list][index]!.result = JSON.stringify(body);
  return outcomes;
}

export function addEvictedOutcome(state: State, index: number, outcomes: Outcome[]): Outcome[] {
  if (!mayBeEvicted(state, index)) return outcomes;
  const next = copyOf(state);
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
  const size = choose(SIZES, b)!;
  // Sometimes confirms a wrong number of doubtful prices. Only before the first step: later steps ignore the number.
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
          ? [{ state: copyOf(state), statuses: ['refused'] }]
          : rememberResult(planOutcomes(state, index, size), 'plans', index, result),
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
      const next = copyOf(state);
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
        { state: withoutBatch(state, 'plans', index), statuses: ['dropped'] },
      ]),
  };
};

const stage: StepMaker = (state, { person, a, b, c }) => {
  const area: Area = c % 4 === 0 ? 'parceiros' : 'products';
  const present = labels(state, area);
  const isFull = present.length >= (area === 'products' ? 4 : 2);
  if (hasManyBatches(state, person) || (isFull && present.length === 0)) return undefined;
  const rows =
    area === 'products' ? productRows(state, isFull, a, b, c) : [partnerRow(state, isFull, a, b)];
  const next = copyOf(state);
  next.counter += 1;
  return {
    text: `${USER_NAMES[person]}: stage a spreadsheet of ${area} ${rows.map((row) => show(row)).join(' ')}`,
    async run(adapter): Promise<Result> {
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
  const names = labels(state, 'categories').map((label) => String(state.rows[label]!['name']));
  const category = b % 2 ? `§Nova ${b % 3}` : (choose(names, b) ?? '§Nova 0');
  const changed = labels(state, 'products')
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
  const named = labels(state, 'parceiros').filter((each) =>
    String(state.rows[each]!['email']).includes('§'),
  );
  const label = choose(named, a);
  if (label !== undefined && (isFull || b % 2))
    return { email: state.rows[label]!['email']!, phone: `§9188-${state.counter}` };
  return personOf(`I${state.counter}`, b % 9);
}

const tryImport: StepMaker = (state, { person, a }) => {
  const waiting = state.imports.filter((one) => !one.isTried);
  const found = chooseOwnBatch(waiting, person, a);
  if (!found) return undefined;
  const index = state.imports.indexOf(found.one);
  return {
    text: `${USER_NAMES[person]}: try spreadsheet ${index + 1}`,
    run: (adapter) => adapter.tryImport(person, found.one.id),
    outcomes: () => applyImportPlan(state, index),
  };
};

const applyImport: StepMaker = (state, { person, a, b, c }) => {
  const untried = chooseOwnBatch(
    // Leaves out spreadsheets without an unplanned row: anonymising may have emptied all of their rows.
    state.imports.filter(({ rows }) => rows.some(({ outcome }) => outcome === 'untried')),
    person,
    a,
  );
  if (untried && c % 4 === 0)
    return {
      text: `${USER_NAMES[person]}: first step of spreadsheet ${state.imports.indexOf(untried.one) + 1}, which is not planned`,
      run: (adapter) => adapter.applyStep(person, untried.one.id, 1, 0),
      outcomes: () => [{ state: copyOf(state), statuses: ['refused'] }],
    };
  const tried = state.imports.filter((one) => one.isTried && isOpen(one));
  const found = chooseOwnBatch(tried, person, a);
  if (!found) return undefined;
  const index = state.imports.indexOf(found.one);
  const waiting = found.one.rows.filter(({ outcome }) => ['create', 'change'].includes(outcome));
  const doubtful = waiting.filter((row) => row.doubtful).length;
  const size = choose(SIZES, b)!;
  return {
    text: `${USER_NAMES[person]}: next step of spreadsheet ${index + 1}, ${size} rows at most`,
    run: (adapter) => adapter.applyStep(person, found.one.id, size, doubtful),
    outcomes: (result) =>
      rememberResult(importOutcomes(state, index, size), 'imports', index, result),
  };
};

const dropImport: StepMaker = (state, { person, a }) => {
  const found = chooseOwnBatch(state.imports.filter(isOpen), person, a);
  if (!found) return undefined;
  const index = state.imports.indexOf(found.one);
  return {
    text: `${USER_NAMES[person]}: drop spreadsheet ${index + 1}`,
    run: (adapter) => adapter.dropImport(person, found.one.id),
    outcomes: () => [{ state: withoutBatch(state, 'imports', index), statuses: ['dropped'] }],
  };
};

export const manySteps: Record<string, StepMaker> = {
  plan,
  apply,
  'leave out': leaveOut,
  'drop plan': dropPlan,
  stage,
  try: tryImport,
  import: applyImport,
  'drop import': dropImport,
};
