import pg from 'pg';
import { cloneDatabase, dropDatabase, startTestCluster } from '../../../backend/testing/cluster.ts';
import { openModel, type ModelRunner } from './explore.ts';
import { generateCommands } from './run.ts';

// `npm run test:model:reverted [-- sequences] [seed]`: reintroduces one corrected fault at a time, and counts the
// sequences until the model finds it. Exits with 1 if the model misses a fault.

const [most = 2000, seed = 1_000_000] = process.argv.slice(2).map(Number);
const WORKERS = 2;
/** Number of sequences in one database: a longer history would make the database slow. */
const IN_ONE_DATABASE = 100;

/** A fault, and the edits of the function `name` that cause it: the first text of each pair becomes the second. */
type Reverted = { fault: string; name: string; edits: readonly (readonly [string, string])[] };
const ALL: readonly Reverted[] = [
  {
    fault: 'a repeated step is applied again',
    name: 'private.repeated_step',
    edits: [['return result;', 'return null;']],
  },
  {
    fault: 'an undone bulk change continues',
    name: 'private.continue_batch',
    edits: [['not private.lock_batch(batch_id)', 'false']],
  },
  {
    fault: 'the number of confirmed prices is not compared',
    name: 'public.apply_batch',
    edits: [["totals -> 'doubtful' <> to_jsonb(confirmed)", 'false']],
  },
  {
    fault: 'a confirmation covers prices that became doubtful later',
    name: 'public.apply_batch',
    edits: [
      [
        'perform private.confirm_planned_prices(staged.id, places);',
        "perform private.confirm_prices('now');",
      ],
    ],
  },
  {
    fault: 'a row is written although its record changed since the plan',
    name: 'private.lock_records',
    edits: [["'stored.version = planned.version'", "'true'"]],
  },
  {
    fault: 'pictures go to the product that had another SKU in the plan',
    name: 'private.lock_records',
    edits: [['lower(stored.sku) = lower(coalesce(planned.detail, stored.sku))', 'true']],
  },
  {
    fault: 'a plan in steps skips a record at each step',
    name: 'public.plan_change',
    edits: [['staged.planned + 1:', 'staged.planned + 2:']],
  },
  {
    fault: 'an import begins before it is planned',
    name: 'public.apply_batch',
    edits: [["staged.kind <> 'change' and (", 'false and (']],
  },
  {
    fault: 'anonymising does not reach staged rows',
    name: 'private.anonymise_staged',
    edits: [['where staged.id = own.batch_id', 'where false and staged.id = own.batch_id']],
  },
  {
    fault: 'anonymising does not reach the history',
    name: 'public.anonymise',
    edits: [
      [
        'set before = change.before - personal, after = change.after - personal',
        'set before = change.before, after = change.after',
      ],
    ],
  },
  {
    fault: 'the history is ordered by batches',
    name: 'public.record_history',
    edits: [['order by listed.place', 'order by stored_batch.id desc']],
  },
  {
    fault: 'a version is restored by comparing batches',
    name: 'private.changes_since',
    edits: [
      [
        'change.id > changes_since.change_id',
        'change.batch > (select own.batch from private.changes as own where own.id = changes_since.change_id)',
      ],
    ],
  },
  {
    fault: 'an undo happens twice',
    name: 'private.undoable_changes',
    edits: [['not private.is_undone(batch.id, change.area, change.record_id)', 'true']],
  },
  {
    fault: 'a change is listed as undone although it was done again',
    name: 'private.is_undone',
    edits: [['order by latest.id desc', 'order by latest.id']],
  },
  {
    fault: 'an undo does not ask about later changes',
    name: 'private.later_changes',
    edits: [['where later.kind in', 'where false and later.kind in']],
  },
  {
    fault: 'an undo deletes records before those that refer to them',
    name: 'private.reference_depth',
    edits: [['select max(depth)', 'select 0 * max(depth)']],
  },
  {
    fault: 'an undo of many is refused because of one deleted category',
    name: 'public.undo_batch',
    edits: [['private.without_missing_categories(changes, decisions)', 'changes']],
  },
  {
    fault: 'an undo of many is refused because of one missing record',
    name: 'public.undo_batch',
    edits: [['private.without_missing_records(changes)', 'changes']],
  },
  {
    fault: 'an undo in steps is refused because of one discarded record',
    name: 'public.undo_batch',
    edits: [['private.without_discarded(changes)', 'changes']],
  },
  {
    fault: 'an undo in steps takes a SKU that another product has',
    name: 'public.undo_batch',
    edits: [['private.without_taken_skus(changes, conflicts)', 'changes']],
  },
  {
    fault: 'restoring a version replaces equal pictures',
    name: 'public.restore_record',
    edits: [['private.without_equal_pictures(', '(']],
  },
  {
    fault: 'an undo writes pictures that are equal',
    name: 'private.with_pictures_decided',
    edits: [[`jsonb_path_exists(decisions, '$.*.version')`, 'false']],
  },
  {
    fault: 'an undo in steps continues an earlier one that was reverted',
    name: 'private.own_undo',
    edits: [['opposite.id > undo.id', 'false']],
  },
  {
    fault: 'an undo asks about one price, not about its unit',
    name: 'private.undo_conflicts',
    edits: [['coalesce(member.unit, array[net.key])', 'array[net.key]']],
  },
  {
    fault: 'one restored column leaves its unit',
    name: 'public.restore_record',
    edits: [['unit = coalesce(unit, array[column_name]);', 'unit = array[column_name];']],
  },
  {
    fault: 'a discarded record stays in the trash',
    name: 'private.is_in_trash',
    edits: [["'insert', 'discard', 'anonymise'", "'insert', 'anonymise'"]],
  },
];

const cluster = await startTestCluster();
const lines: string[] = [];
let missed = 0;
try {
  const waiting = [...ALL];
  await Promise.all(
    Array.from({ length: WORKERS }, async () => {
      for (let one = waiting.shift(); one; one = waiting.shift()) {
        const result = await search(one);
        if (!result) missed += 1;
        lines.push(
          `| ${one.fault} | ${result?.number ?? `not in ${most}`} | ${result?.rule ?? ''} |`,
        );
        console.log(lines.at(-1));
      }
    }),
  );
} finally {
  await cluster.stop();
}
console.log(
  `\n| reverted repair | found in sequence | as |\n|---|---|---|\n${lines.toSorted().join('\n')}`,
);
process.exitCode = missed === 0 ? 0 : 1;

/**
 * Finds the first sequence that fails with the fault and not without it.
 * @returns the sequence's number (from 1) and the broken rule; undefined if no sequence finds the fault
 */
async function search(one: Reverted): Promise<{ number: number; rule: string } | undefined> {
  for (let first = 0; first < most; first += IN_ONE_DATABASE) {
    const found = await inDatabase(one, async (model) => {
      for (let number = first; number < Math.min(first + IN_ONE_DATABASE, most); number += 1) {
        const commands = generateCommands(seed + number);
        const { failure } = await model.run(commands);
        if (!failure) continue;
        const repaired = await inDatabase(undefined, (other) => other.run(commands));
        if (!repaired.failure) return { number: number + 1, rule: failure.rule };
        console.log(`seed ${seed + number} fails without a fault too: ${repaired.failure.rule}`);
      }
      return undefined;
    });
    if (found) return found;
  }
  return undefined;
}

/** Runs a task on a new database, with a fault or without one. */
async function inDatabase<Result>(
  fault: Reverted | undefined,
  task: (model: ModelRunner) => Promise<Result>,
): Promise<Result> {
  const database = await cloneDatabase(cluster.superuser, 'schema');
  const client = new pg.Client(database);
  try {
    await client.connect();
    if (fault) await revert(database, fault);
    return await task(await openModel(client));
  } finally {
    await client.end();
    await dropDatabase(cluster.superuser, database.database);
  }
}

/** Edits the definition of a function. @throws Error if the definition does not contain a text to replace */
async function revert(database: pg.ClientConfig, { fault, name, edits }: Reverted) {
  const client = new pg.Client({ ...cluster.superuser, database: String(database.database) });
  try {
    await client.connect();
    const { rows } = await client.query<{ text: string }>(
      'select pg_get_functiondef($1::regproc) as text',
      [name],
    );
    let text = rows[0]?.text ?? '';
    for (const [repaired, faulty] of edits) {
      if (!text.includes(repaired)) throw new Error(`${name} has changed: ${fault}`);
      text = text.replace(repaired, () => faulty);
    }
    await client.query(text);
  } finally {
    await client.end();
  }
}
