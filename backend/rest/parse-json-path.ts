import { refuse } from './errors.ts';
import { limits } from './limits.ts';
import type { Scanner } from './scanner.ts';

type Arrow = '->' | '->>';

/** One step into a JSON value, an array or a composite; `->>` gives text. A negative index counts from the end. */
export type JsonStep = { arrow: Arrow; key: string } | { arrow: Arrow; index: string };

/** A column, and the way into it if there is one. */
export type Field = { name: string; json?: JsonStep[] };

const KEY = /[^(\-:.,>)]+(?:-(?!>)[^(\-:.,>)]+)*/uy;
const INDEX = /-?\d+(?=->|::|[.,]|$)/uy;

/** Reads `column->key->0->>other` (PostgREST docs, JSON columns). @throws RestError */
export function readField(scanner: Scanner): Field {
  scanner.skipSpaces();
  const name = scanner.name();
  const field = { name, ...readJsonPath(scanner) };
  scanner.skipSpaces();
  return field;
}

/** The steps after a name, or nothing. @throws RestError */
export function readJsonPath(scanner: Scanner): { json?: JsonStep[] } {
  const steps: JsonStep[] = [];
  while (scanner.isAt('->')) steps.push(readStep(scanner));
  if (steps.length > limits.jsonSteps) refuse(`A JSON path has at most ${limits.jsonSteps} steps.`);
  return steps.length > 0 ? { json: steps } : {};
}

function readStep(scanner: Scanner): JsonStep {
  const arrow = scanner.take('->>') ? '->>' : '->';
  if (arrow === '->') scanner.expect('->');
  const index = scanner.match(INDEX);
  return index === undefined ? { arrow, key: readKey(scanner) } : { arrow, index };
}

function readKey(scanner: Scanner) {
  const quoted = scanner.quoted();
  if (quoted !== undefined) return quoted;
  const key = scanner.match(KEY);
  if (key === undefined)
    return scanner.fail('expecting "-", digit or any non reserved character different from: .,>()');
  return key
    .split('-')
    .map((part) => part.trim())
    .join('-');
}
