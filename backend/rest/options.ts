import type { Catalogue, Routine } from './catalogue.ts';
import { unknownFunction } from './errors.ts';
import type { Answer } from './question.ts';
import { findRelation } from './read.ts';

/** OPTIONS of a table or view: the methods it takes, whoever asks (PostgREST docs, OPTIONS). @throws RestError */
export function describeTable(catalogue: Catalogue, name: string): Answer {
  const { changes } = findRelation(catalogue, name);
  return allowing([
    ...READS,
    ...(changes.insert ? ['POST'] : []),
    ...(changes.update ? ['PATCH'] : []),
    ...(changes.delete ? ['DELETE'] : []),
  ]);
}

/** OPTIONS of a function: only one that changes nothing may be read. @throws RestError */
export function describeFunction(catalogue: Catalogue, name: string): Answer {
  const overloads: Routine[] = catalogue.functions.get(name) ?? [];
  if (overloads.length === 0) throw unknownFunction(name, [], false);
  const isVolatile = overloads.every((routine) => routine.isVolatile);
  return allowing(isVolatile ? ['OPTIONS', 'POST'] : [...READS, 'POST']);
}

export function describeRoot() {
  return allowing(READS);
}

const READS = ['OPTIONS', 'GET', 'HEAD'];

function allowing(methods: string[]): Answer {
  return { status: 200, headers: { allow: methods.join(',') }, body: '' };
}
