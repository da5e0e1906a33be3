import { truncateText } from '#lib/text.ts';
import { formatByKind, formatForSheet } from '../kinds.ts';
import type { BatchRow } from '../many/batch.queries.ts';
import { leftOutText, BatchRows } from '../many/rows.tsx';
import type { ShownRowsProps, ReviewRow } from '../many/rows.tsx';
import { findImportColumn, problemsOf } from './import-area.ts';
import type { AreaImport, ImportColumn } from './import-area.ts';

export type SheetRowsProps = ShownRowsProps & { importing: AreaImport };

/** Renders the rows of a spreadsheet. Changed cells show the old and the new value; cells with a problem are red. */
export function SheetRows({ importing, ...rows }: SheetRowsProps) {
  return (
    <BatchRows {...rows}>
      {(shown) => {
        const columns = columnsOf(importing, shown);
        const hasNotes = shown.some(
          ({ row, isOut }) => isOut || notesOf(importing, row).length > 0,
        );
        return (
          <div
            // Focusable, so that the user can scroll the table with the keyboard. Positioned, so that `sr-only` texts
            // do not widen the page.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            role="region"
            aria-label="Linhas da planilha"
            className="relative overflow-x-auto rounded-card border border-line bg-surface"
          >
            <table
              aria-label="Linhas da planilha"
              className="w-max min-w-full text-left text-[0.8125rem]"
            >
              <thead>
                <tr className="border-b border-line text-xs text-muted [&>th]:px-3 max-sm:[&>th]:px-2 [&>th]:py-2 [&>th]:font-medium">
                  <th scope="col" className="sticky left-0 bg-surface">
                    {findImportColumn(importing, importing.key)?.label}
                  </th>
                  {hasNotes && <th scope="col">Observações</th>}
                  {columns.map(({ name, label }) => (
                    <th key={name} scope="col">
                      {label}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {shown.map((one) => (
                  <SheetRow key={one.row.place} {...{ importing, columns, hasNotes }} {...one} />
                ))}
              </tbody>
            </table>
          </div>
        );
      }}
    </BatchRows>
  );
}

/** Returns the columns of the shown rows, without the key. Columns with a change or a problem come first. */
function columnsOf(importing: AreaImport, shown: readonly ReviewRow[]): ImportColumn[] {
  const found = importing.columns.filter(
    ({ name }) => name !== importing.key && shown.some(({ row }) => name in row.cells),
  );
  const isFirst = ({ name }: ImportColumn) =>
    shown.some(({ row }) => name in row.after || name in row.problems);
  return [...found.filter(isFirst), ...found.filter((column) => !isFirst(column))];
}

type SheetRowProps = ReviewRow & {
  importing: AreaImport;
  columns: readonly ImportColumn[];
  hasNotes: boolean;
};

function SheetRow({ importing, columns, hasNotes, row, isOut, toggle }: SheetRowProps) {
  return (
    <tr className="border-b border-line align-top last:border-b-0 [&>*]:px-3 [&>*]:py-2 max-sm:[&>*]:px-2">
      <th
        scope="row"
        className="sticky left-0 w-36 min-w-32 max-w-48 max-sm:w-28 max-sm:min-w-28 border-r border-line bg-surface font-normal wrap-anywhere"
      >
        <p className="font-medium">
          {textOf(findImportColumn(importing, importing.key), row.cells[importing.key])}
        </p>
        <p className="text-xs text-muted">Linha {row.place}</p>
        {toggle && <div className="-ml-2.5">{toggle}</div>}
      </th>
      {hasNotes && (
        <td className="max-w-52 min-w-40 space-y-1 max-sm:max-w-36 max-sm:min-w-32 wrap-anywhere sm:max-w-72">
          {isOut && <p className="text-muted">{leftOutText(importing.area, row)}</p>}
          {notesOf(importing, row).map(({ label, text, tone }) => (
            <p key={label + text} className={tone}>
              {label && <b className="font-medium">{label}: </b>}
              {text}
            </p>
          ))}
        </td>
      )}
      {columns.map((column) => (
        <SheetCell key={column.name} column={column} row={row} />
      ))}
    </tr>
  );
}

function SheetCell({ column, row }: { column: ImportColumn; row: BatchRow }) {
  const { name } = column;
  const text = textOf(column, row.cells[name]);
  if (name in row.problems)
    return <td className="max-w-56 bg-danger-soft text-danger wrap-anywhere">{text}</td>;
  if (!(name in row.after)) return <td className="max-w-56 wrap-anywhere">{text}</td>;
  return (
    <td className="max-w-56 bg-info-soft wrap-anywhere">
      <s className="text-muted">{textOf(column, row.before[name])}</s>
      <span className="sr-only"> passa a ser</span>{' '}
      <b className="font-medium">{textOf(column, row.after[name])}</b>
    </td>
  );
}

type Note = { label: string; text: string; tone: string };

/** Returns the problems of a row and the doubts about its values. */
function notesOf(importing: AreaImport, row: BatchRow): Note[] {
  const { before, after, cells, doubts } = row;
  return [
    ...problemsOf(importing, row).map(([label, text]) => ({ label, text, tone: 'text-danger' })),
    ...(importing.doubts?.texts(doubts, before, { ...cells, ...after }) ?? []).map((text) => ({
      label: '',
      text,
      tone: 'text-warning',
    })),
  ];
}

/** Formats a stored value, or the text of an invalid cell, with the choices and the kind of its column. */
function textOf(column: ImportColumn | undefined, value: unknown): string {
  const { choices = {}, kind } = column ?? {};
  const choice = Object.keys(choices).find((name) => choices[name] === value);
  if (choice !== undefined) return choice;
  if (typeof value === 'number') return formatByKind(kind, value);
  if (typeof value !== 'string' || value === '') return '—';
  return truncateText(formatForSheet(kind, value), 80);
}
