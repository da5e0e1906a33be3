import type { Database } from '../database/database.ts';
import { answerRows, readRange, type Operation } from './answer.ts';
import { prepareCall } from './call.ts';
import { loadCatalogue, type Catalogue } from './catalogue.ts';
import { closedToStrangers, refuseIf, StaleCatalogue } from './errors.ts';
import { parseQuery } from './parse.ts';
import { parametersOf, type Question } from './question.ts';
import { findRelation, resolveRead } from './resolve.ts';
import { readSql } from './sql-read.ts';
import { prepareWrite } from './write.ts';

export type Target = { kind: 'table' | 'function'; name: string };

/** Understands questions. Nothing of them is kept: to read one costs less than to look for it. */
export type Preparer = {
  /** @throws RestError; what a stranger has no right to ask at all never reaches the database */
  prepare(target: Target, question: Question, isStranger: boolean): Promise<Operation>;
};

/** A name the catalogue does not know may be new: it is loaded again, but not more often than this. */
const RELOAD_INTERVAL_MS = 2_000;

type Snapshot = { catalogue: Catalogue; loadedAt: number };

export function createPreparer(database: Database, maxRows: number): Preparer {
  let snapshot: Promise<Snapshot> | undefined;

  function current() {
    snapshot ??= loadSnapshot(database).catch((error: unknown) => {
      snapshot = undefined; // the next question tries again
      throw error;
    });
    return snapshot;
  }

  /** A newer one, or undefined while the one there is must do. */
  async function afterReload(stale: Snapshot) {
    if (Date.now() - stale.loadedAt < RELOAD_INTERVAL_MS) return undefined;
    if ((await current()) === stale) snapshot = undefined;
    return current();
  }

  return {
    async prepare(target, question, isStranger) {
      const answer = ({ catalogue }: Snapshot) => {
        const operation = understand(catalogue, target, question, maxRows);
        if (isStranger && !operation.isOpen) throw closedToStrangers(operation.target);
        return operation;
      };
      const known = await current();
      try {
        return answer(known);
      } catch (error) {
        const fresh = error instanceof StaleCatalogue ? await afterReload(known) : undefined;
        if (fresh === undefined) throw error;
        return answer(fresh);
      }
    },
  };
}

async function loadSnapshot(database: Database): Promise<Snapshot> {
  return { catalogue: await loadCatalogue(database), loadedAt: Date.now() };
}

/** @throws RestError */
export function understand(
  catalogue: Catalogue,
  { kind, name }: Target,
  question: Question,
  maxRows: number,
): Operation {
  if (kind === 'function') return prepareCall(catalogue, name, question, maxRows);
  if (!question.isRead) return prepareWrite(catalogue, name, question);
  return prepareRead(catalogue, name, question, maxRows);
}

/** GET and HEAD of a table or view (PostgREST docs, Tables and Views). @throws RestError */
function prepareRead(
  catalogue: Catalogue,
  table: string,
  question: Question,
  maxRows: number,
): Operation {
  const query = parseQuery(parametersOf(question.address));
  const relation = findRelation(catalogue, table);
  refuseIf(query.columns !== undefined, "The parameter 'columns' is");
  const range = readRange(query, question.range, maxRows);
  const plan = resolveRead(catalogue, relation, query);
  const is = { head: question.method === 'HEAD', counted: question.preferences.isCounted };
  return {
    statement: readSql(plan, range, maxRows, is),
    isReadOnly: true,
    mayRollBack: false,
    isOpen: relation.open.has('select'),
    target: `${relation.kind} ${relation.name}`,
    answer: (row) => answerRows(row, question, range.offset),
  };
}
