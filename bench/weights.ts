import {
  costOfAllSteps,
  costOfDeletion,
  costOfList,
  costOfSave,
  costOfStep,
  readsOf,
  sizesOf,
  type Bench,
  type Cost,
} from './copies.ts';

type Named = Bench & { name: string };
type Measure = (bench: Named, round: number) => Promise<Cost>;

const LIST_ROUNDS = 12;
const WRITE_ROUNDS = 20;
const STEP_ROUNDS = 5;
const STEP_SIZE = 2000;
const MANY = 100_000;
const PRICE = { kind: 'price', by: 'percent', value: 10, ending: 0.9, promo: 'same' };

/** A table of every list and write, one column for each database, measured in turns. */
export async function compareWeights(benches: Named[], products: number) {
  const lines = [
    `CPU time of PostgreSQL in ms, fastest / 95th percentile, in the database as a Colaborador; ${products.toLocaleString('en')} products.`,
    '',
    `| what | ${benches.map(({ name }) => name).join(' | ')} |`,
    `|---|${benches.map(() => '---|').join('')}`,
  ];
  const add = (what: string, cells: string[]) => {
    lines.push(`| ${what} | ${cells.join(' | ')} |`);
    console.error(lines.at(-1));
  };
  const [first] = benches;
  for (const [what, request] of first ? await readsOf(first, products) : [])
    add(what, await alternately(benches, LIST_ROUNDS, (bench) => costOfList(bench, request)));
  for (const [what, values] of [
    ['save: a price', { real_price: 7.77 }],
    ['save: a name', { name: 'Açaí novo' }],
  ] as const)
    add(
      what,
      await alternately(benches, WRITE_ROUNDS, (bench, round) => costOfSave(bench, round, values)),
    );
  add('delete one', await alternately(benches, WRITE_ROUNDS, costOfDeletion));
  for (const isCopied of [true, false])
    add(
      `${STEP_SIZE.toLocaleString('en')} prices, ${isCopied ? 'with' : 'without'} the copies`,
      await alternately(benches, STEP_ROUNDS, (bench) =>
        costOfStep(bench, STEP_SIZE, PRICE, isCopied),
      ),
    );
  const many = Math.min(MANY, products);
  add(
    `${many.toLocaleString('en')} prices, in steps`,
    await alternately(benches, 1, (bench) => costOfAllSteps(bench, many, PRICE)),
  );
  for (const part of ['heap', 'indexes'] as const) {
    const cells = await Promise.all(
      benches.map(async (bench) => describeSizes(await sizesOf(bench), part)),
    );
    add(`size: ${part}`, cells);
  }
  return lines.join('\n');
}

/** The first round warms up. */
async function alternately(benches: Named[], rounds: number, measure: Measure) {
  const costs = new Map<Named, Cost[]>(benches.map((bench) => [bench, []]));
  for (let round = rounds === 1 ? 1 : 0; round <= rounds; round += 1)
    for (const bench of benches) {
      const cost = await measure(bench, round);
      if (round > 0) costs.get(bench)?.push(cost);
    }
  return [...costs.values()].map(describe);
}

function describe(costs: Cost[]) {
  const sorted = costs.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const [fastest = Number.NaN] = sorted;
  const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
  const wal = Math.min(...costs.map((cost) => cost.wal));
  const written = wal > 10_000 ? `, ${(wal / 1e6).toFixed(1)} MB of WAL` : '';
  return `${fastest.toFixed(1)} / ${p95.toFixed(1)}${written}`;
}

function describeSizes(sizes: Awaited<ReturnType<typeof sizesOf>>, part: 'heap' | 'indexes') {
  const megabytes = sizes.map((size) => Number(size[part]) / 1e6);
  const all = megabytes.reduce((sum, size) => sum + size, 0);
  const each = sizes.map(({ name }, index) => `${name} ${megabytes[index]?.toFixed(0)}`);
  return `${all.toFixed(0)} MB${each.length > 1 ? ` (${each.join(', ')})` : ''}`;
}
