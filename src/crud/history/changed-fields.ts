import { isPictureColumn, valueTextInSentence, addArticle } from '../words.ts';
import type { BulkChangeText, RecordWords } from '../words.ts';
import type {
  HistoryEntry,
  BulkChange,
  RecordChange,
  ColumnValues,
  RecordNames,
  ColumnValue,
} from './history.queries.ts';

/** A changed column with its label, and its values as texts before (`from`) and after (`to`) the change. */
export type ChangedField = {
  column: string;
  label: string;
  /** The label in a sentence: with its article ('o preço de venda'), or in quotation marks if it is a proper name. */
  name: string;
  from: string;
  to: string;
};

/** The URLs of the pictures that a batch removed and added. */
export type ChangedPictures = { removed: readonly string[]; added: readonly string[] };

/**
 * Returns the changed columns of the entry's record, in the order of its form. Several changes of one column are
 * combined. Leaves out columns without a label, because users do not see them, and pictures: see `listChangedPictures`.
 */
export function listChangedFields(
  entry: HistoryEntry,
  words: RecordWords,
  names: RecordNames,
): ChangedField[] {
  const { before, after } = net(ofRecord(entry));
  return Object.entries(words.fields).flatMap(([column, field]) => {
    const { label } = field;
    const differs = column in before && before[column] !== after[column];
    if (!label || !differs || isPictureColumn(column)) return [];
    const textOf = (value: ColumnValue | undefined) =>
      valueTextInSentence(column, value, words, names);
    const name = words.areNames ? `"${label}"` : addArticle(field);
    return [{ column, label, name, from: textOf(before[column]), to: textOf(after[column]) }];
  });
}

export function listChangedPictures(entry: HistoryEntry): ChangedPictures {
  const parts = entry.changes.filter(({ table }) => table !== entry.area);
  const own = entry.kind === 'update' ? net(ofRecord(entry)) : { before: {}, after: {} };
  const ofColumns = (side: ColumnValues) =>
    Object.entries(side).flatMap(([column, value]) =>
      isPictureColumn(column) && typeof value === 'string' ? [value] : [],
    );
  const removed = [...urlsOf(parts, 'before'), ...ofColumns(own.before)];
  const added = [...urlsOf(parts, 'after'), ...ofColumns(own.after)];
  return {
    removed: removed.filter((url) => !added.includes(url)),
    added: added.filter((url) => !removed.includes(url)),
  };
}

/**
 * Returns the words before and after the number of changed records. Examples:
 * - a new value: `done` is 'alterou o status de', and `detail` is ' para Inativo'
 * - null: `done` is 'removeu o link do botão de', and `detail` is empty
 */
export function describeBulkChange(
  change: BulkChange,
  words: RecordWords,
  names: RecordNames,
): BulkChangeText {
  const unknown = { done: 'alterou', undone: 'a alteração de', detail: '' };
  if (change.kind === 'delete') return { done: 'excluiu', undone: 'a exclusão de', detail: '' };
  if (change.kind !== 'set') return words.changeText?.(change) ?? unknown;
  const { column, value } = change;
  const field = words.fields[column];
  if (!field?.label) return unknown;
  const name = addArticle(field);
  if (value === null)
    return { done: `removeu ${name} de`, undone: `a remoção d${name} de`, detail: '' };
  return {
    done: `alterou ${name} de`,
    undone: `a alteração d${name} de`,
    detail: ` para ${valueTextInSentence(column, value, words, names)}`,
  };
}

function ofRecord({ area, changes }: HistoryEntry): RecordChange[] {
  return changes.filter(({ table, kind }) => table === area && kind === 'update');
}

/** Returns the value of each column before its first change and after its last change. */
function net(changes: readonly RecordChange[]): { before: ColumnValues; after: ColumnValues } {
  const joined = (sides: (ColumnValues | null)[]) =>
    Object.fromEntries(sides.flatMap((side) => Object.entries(side ?? {})));
  return {
    before: joined(changes.map(({ before }) => before).toReversed()),
    after: joined(changes.map(({ after }) => after)),
  };
}

function urlsOf(parts: readonly RecordChange[], side: 'before' | 'after'): string[] {
  const wanted = side === 'before' ? 'delete' : 'insert';
  return parts.flatMap((change) => {
    const url = change.kind === wanted ? change[side]?.['url'] : undefined;
    return typeof url === 'string' ? [url] : [];
  });
}
