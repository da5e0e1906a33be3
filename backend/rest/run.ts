import type { FastifyRequest } from 'fastify';
import type { Database, Queryable } from '../database/database.ts';
import type { Answer, AnswerRow, Operation } from './question.ts';

/** What may have to be undone is answered for inside its transaction: refusing the result rolls it back. */
export async function run(
  database: Database,
  request: FastifyRequest,
  operation: Operation,
): Promise<Answer> {
  const { identity } = request;
  const { isReadOnly, estimate } = operation;
  const info = { isReadOnly };
  const { text, values } = operation.statement;
  if (operation.mayRollBack || estimate !== undefined) {
    return database.transactionAs(identity, info, async (tx) => {
      const row = only(await tx.query<AnswerRow>(text, values));
      return operation.answer(await withEstimate(tx, row, estimate));
    });
  }
  return operation.answer(only(await database.queryAs<AnswerRow>(identity, info, text, values)));
}

/** A page may be longer than what the planner expects: an estimated total is at least what was counted. */
async function withEstimate(tx: Queryable, row: AnswerRow, estimate: Operation['estimate']) {
  if (estimate === undefined || !estimate.isNeeded(row.total)) return row;
  const { text, values } = estimate.statement;
  const explained = only(await tx.query<Explained>(text, values));
  const planned = explained['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0;
  return { ...row, total: Math.max(row.total ?? 0, planned) };
}

type Explained = { 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] };

function only<T>({ rows: [row] }: { rows: T[] }) {
  if (row === undefined) throw new Error('The statement answered no row.');
  return row;
}
