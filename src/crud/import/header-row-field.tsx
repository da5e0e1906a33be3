import { useId, useState } from 'react';
import { Card } from '#ui/card.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import type { SheetRow } from './sheet.ts';

export type HeaderRowFieldProps = {
  rows: readonly SheetRow[];
  /** The index of the row with the column names. */
  place: number;
  onChoose: (place: number) => void;
};

/** Renders a field for the number of the row that contains the column names, and a preview of the first ten rows. */
export function HeaderRowField({ rows, place, onChoose }: HeaderRowFieldProps) {
  const caption = useId();
  const [typed, setTyped] = useState(String(rows[place]?.line ?? 1));
  const first = rows.slice(0, 10);
  const isKnown = first.some(({ line }) => String(line) === typed.trim());
  function choose(text: string) {
    setTyped(text);
    const chosen = first.findIndex(({ line }) => String(line) === text.trim());
    if (chosen >= 0) onChoose(chosen);
  }
  return (
    <Card title="Títulos das colunas">
      <TextField
        label="Os títulos estão na linha"
        inputMode="numeric"
        autoComplete="off"
        className="max-w-48"
        value={typed}
        error={isKnown ? undefined : 'Escolha uma das linhas abaixo.'}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      <p id={caption} className="mt-3 mb-1 text-xs text-muted">
        O começo da planilha
      </p>
      {/* Focusable, so that the user can scroll the table horizontally with the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div tabIndex={0} role="region" aria-labelledby={caption} className="overflow-x-auto">
        <table className="w-max min-w-full border-collapse text-xs">
          <tbody>
            {first.map(({ line, cells }, index) => (
              <tr
                key={line}
                aria-current={index === place || undefined}
                className="border-b border-line last:border-b-0 aria-[current]:bg-accent-soft aria-[current]:font-medium"
              >
                <th scope="row" className="py-1.5 pr-3 pl-2 text-right font-normal text-muted">
                  {line}
                </th>
                {cells.slice(0, 12).map((cell, column) => (
                  // The index is the key: a cell is identified only by its column.
                  <td key={column} className="max-w-40 truncate py-1.5 pr-3">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
