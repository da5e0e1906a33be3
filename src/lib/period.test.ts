import { expect, it } from 'vitest';
import * as v from 'valibot';
import { optionalDateTime, withPeriodRule } from './period.ts';

const fields = v.object({
  name: v.pipe(v.string(), v.nonEmpty('Informe o nome.')),
  from: optionalDateTime(),
  to: optionalDateTime(),
});
const schema = withPeriodRule(fields, 'from', 'to');

function problemsOf(name: string, from: string, to: string) {
  const { issues = [] } = v.safeParse(schema, { name, from, to });
  return issues.map((issue) => [v.getDotPath(issue), issue.message]);
}

const tooEarly = ['to', 'O fim deve ser depois do início.'];

it('is invalid unless its end is after its beginning, with the error beside the end', () => {
  expect(problemsOf('Verão', '2026-11-20T08:00', '2026-11-20T08:01')).toEqual([]);
  expect(problemsOf('Verão', '2026-11-20T08:00', '2026-11-20T08:00')).toEqual([tooEarly]);
});

it('can be open on either side', () => {
  expect(problemsOf('Verão', '2026-11-20T08:00', '')).toEqual([]);
  expect(problemsOf('Verão', '', '2026-11-20T08:00')).toEqual([]);
});

it('is validated while other fields are still invalid', () => {
  const problems = problemsOf('', '2026-11-20T08:00', '2026-11-19T08:00');
  expect(problems).toEqual([['name', 'Informe o nome.'], tooEarly]);
});
