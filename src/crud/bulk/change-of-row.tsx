import { useQuery } from '@tanstack/react-query';
import type { Area } from '../area.ts';
import type { Names, Value } from '../history/acts.queries.ts';
import { refusedText } from '../many/batch.queries.ts';
import type { BatchRow } from '../many/batch.queries.ts';
import { labelOf, noWords, valueText, wordsOf } from '../words.ts';
import type { BulkWords } from './bulk-words.ts';

export type ChangeOfRowProps = { area: Area; words: BulkWords; row: BatchRow };

/** The columns of a row before and after the change, with doubts and refusals. */
export function ChangeOfRow({ area, words, row }: ChangeOfRowProps) {
  const { data: told = noWords } = useQuery(wordsOf(area.table));
  const { data: names = noNames } = useQuery({
    queryKey: ['batches', 'names', area.table],
    queryFn: words.names ?? (() => Promise.resolve(noNames)),
  });
  if (row.outcome === 'stale') return <p className="text-muted">Alguém mudou depois.</p>;
  const { before, after } = row;
  const changed = Object.keys(after).filter((name) => before[name] !== after[name]);
  // A change of many sets scalar columns only.
  const text = (name: string, value: unknown) => valueText(name, value as Value, told, names);
  return (
    <>
      {changed.map((name) => (
        <p key={name}>
          {changed.length > 1 && <b className="font-medium">{labelOf(name, told)}: </b>}
          <s className="text-muted">{text(name, before[name])}</s>
          <span className="sr-only"> passa a ser</span> {text(name, after[name])}
        </p>
      ))}
      {words.doubts?.texts(row.doubts, before, after).map((doubt) => (
        <p key={doubt} className="text-warning">
          {doubt}
        </p>
      ))}
      {row.refusal?.message && <p className="text-danger">{refusedText(row.refusal)}</p>}
    </>
  );
}

const noNames: Names = {};
