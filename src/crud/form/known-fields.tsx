import { useQuery } from '@tanstack/react-query';
import { Card } from '#ui/card.tsx';
import { Spinner } from '#ui/spinner.tsx';
import type { Value } from '../history/history.queries.ts';
import { isPicture, noWords, valueText, wordsOf } from '../words.ts';
import type { Listed } from './neighbours.tsx';

export type KnownFieldsProps = {
  /** The table whose words describe the row. */
  table: string;
  row: Listed;
};

/** The columns that a list has of a record, read-only, in place of the first fields while the form is loading. */
export function KnownFields({ table, row }: KnownFieldsProps) {
  const { data: words = noWords } = useQuery(wordsOf(table));
  // The columns of a list have the names of the form's fields.
  const held = row as Listed & Readonly<Record<string, Value | undefined>>;
  const fields = Object.entries(words.fields).flatMap(([column, { label }]) => {
    const isEmpty = held[column] === undefined || held[column] === null || held[column] === '';
    if (!label || isEmpty || isPicture(column)) return [];
    return { label, text: valueText(column, held[column], words, {}) };
  });
  return (
    <div className="min-h-[80dvh] max-w-6xl appear-late" aria-busy="true">
      <Card title={<Opening />}>
        <dl className="grid gap-4 sm:grid-cols-2">
          {fields.map(({ label, text }) => (
            <div key={label} className="min-w-0">
              <dt className="mb-1 font-medium">{label}</dt>
              <dd className="min-h-9 rounded-control border border-line bg-sunken px-3 py-1.5 text-base leading-6.5 wrap-anywhere sm:text-sm sm:leading-5.5">
                {text}
              </dd>
            </div>
          ))}
        </dl>
      </Card>
    </div>
  );
}

function Opening() {
  return (
    <span className="flex items-center gap-2 text-muted">
      <Spinner size="sm" label="Carregando..." />
      Abrindo para edição...
    </span>
  );
}
