import type { Database } from '../database/database.ts';
import { prepareCall } from './call.ts';
import type { Catalogue } from './catalogue.ts';
import { loadCatalogue } from './catalogue-load.ts';
import { methodNotSupported, UnknownName } from './errors.ts';
import { limits } from './limits.ts';
import { describeFunction, describeTable } from './options.ts';
import type { Answer, Operation, Question } from './question.ts';
import { prepareRead } from './read.ts';
import { prepareWrite } from './write.ts';

export type Target = { kind: 'table' | 'function'; name: string };

/** Understands questions; remembers those without a body by `key`, since staff ask the same page again and again. */
export type Preparer = {
  prepare(target: Target, question: Question, key: string): Promise<Operation>;
  /** What OPTIONS answers, without asking the database. */
  describe(target: Target): Promise<Answer>;
};

/** A name the catalogue does not know may be new: it is loaded again, but not more often than this. */
const RELOAD_INTERVAL_MS = 2_000;

type Snapshot = { catalogue: Catalogue; loadedAt: number; operations: Map<string, Operation> };

export function createPreparer(database: Database, maxRows: number): Preparer {
  let snapshot: Promise<Snapshot> | undefined;

  function current() {
    snapshot ??= loadSnapshot(database).catch((error: unknown) => {
      snapshot = undefined; // the next question tries again
      throw error;
    });
    return snapshot;
  }

  async function afterReload(stale: Snapshot) {
    if (Date.now() - stale.loadedAt < RELOAD_INTERVAL_MS) return undefined;
    if ((await current()) === stale) snapshot = undefined;
    return current();
  }

  async function withCatalogue<T>(work: (snapshot: Snapshot) => T) {
    const known = await current();
    try {
      return work(known);
    } catch (error) {
      const fresh = error instanceof UnknownName ? await afterReload(known) : undefined;
      if (fresh === undefined) throw error;
      return work(fresh);
    }
  }

  return {
    prepare: (target, question, key) =>
      withCatalogue((known) => remembered(known, target, question, key, maxRows)),
    describe: ({ kind, name }) =>
      withCatalogue(({ catalogue }) =>
        kind === 'table' ? describeTable(catalogue, name) : describeFunction(catalogue, name),
      ),
  };
}

async function loadSnapshot(database: Database): Promise<Snapshot> {
  return { catalogue: await loadCatalogue(database), loadedAt: Date.now(), operations: new Map() };
}

function remembered(
  { catalogue, operations }: Snapshot,
  target: Target,
  question: Question,
  key: string,
  maxRows: number,
) {
  const isRead = question.method === 'GET' || question.method === 'HEAD';
  const known = isRead ? operations.get(key) : undefined;
  if (known !== undefined) return known;
  const operation = understand(catalogue, target, question, maxRows);
  if (isRead) remember(operations, key, operation);
  return operation;
}

function understand(
  catalogue: Catalogue,
  { kind, name }: Target,
  question: Question,
  maxRows: number,
) {
  const { method } = question;
  const isRead = method === 'GET' || method === 'HEAD';
  if (kind === 'function') return prepareCall(catalogue, name, question, maxRows);
  if (isRead) return prepareRead(catalogue, name, question, maxRows);
  if (method === 'POST' || method === 'PATCH' || method === 'DELETE') {
    return prepareWrite(catalogue, name, question);
  }
  throw methodNotSupported(method);
}

function remember(operations: Map<string, Operation>, key: string, operation: Operation) {
  const [oldest] = operations.keys();
  if (operations.size >= limits.cachedReads && oldest !== undefined) operations.delete(oldest);
  operations.set(key, operation);
}
