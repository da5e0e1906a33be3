import { useId, useMemo, useState } from 'react';
import { isSheetError } from '#lib/sheet-text.ts';
import { formatCountWithNoun, foldText, formatCount } from '#lib/text.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { controlClass } from '#ui/fields/control-class.ts';
import { findImportColumn } from './import-area.ts';
import type { AreaImport } from './import-area.ts';
import { HeaderRowField } from './header-row-field.tsx';
import { guessHeaderRow, proposeMapping } from './mapping.ts';
import type { EmptyCellHandling, ColumnMapping } from './mapping.ts';
import { RadioOrCheckbox } from './radio-or-checkbox.tsx';
import { buildSheetFromHeaderRow } from './sheet.ts';
import type { Sheet, SheetRow } from './sheet.ts';

export type MappedSheet = {
  sheet: Sheet;
  mapping: ColumnMapping;
  empty: EmptyCellHandling;
  /** Whether the import creates the missing records of the area's `reference`. */
  creates: boolean;
};

export type MapColumnsProps = {
  importing: AreaImport;
  /** All rows of the file, including titles above the row with the column names. */
  rows: readonly SheetRow[];
  /** The names of the visible sheets of a workbook, of which only the first is read; empty for a CSV. */
  sheets: readonly string[];
  /** The names of the existing records of the area's `reference`; undefined if they could not be loaded. */
  known: readonly string[] | undefined;
  fileName: string;
  onBack: () => void;
  onReady: (mapped: MappedSheet) => void;
};

/**
 * Renders the second step of an import: choose the row with the column names, and map the file's columns to the columns
 * of the area.
 */
export function MapColumns({ rows, ...props }: MapColumnsProps) {
  const { importing } = props;
  const [found] = useState(() => guessHeaderRow(importing, rows));
  const [place, setPlace] = useState(found.place);
  const sheet = useMemo(() => buildSheetFromHeaderRow(rows, place), [rows, place]);
  return (
    <>
      {(found.place > 0 || !found.isSure) && (
        <HeaderRowField rows={rows} place={place} onChoose={setPlace} />
      )}
      <ColumnChoices key={place} sheet={sheet} {...props} />
    </>
  );
}

type ColumnChoicesProps = Omit<MapColumnsProps, 'rows'> & { sheet: Sheet };

function ColumnChoices(props: ColumnChoicesProps) {
  const { importing, sheet, sheets, known, fileName, onBack, onReady } = props;
  const [mapping, setMapping] = useState(() => proposeMapping(importing, sheet.headers));
  const [empty, setEmpty] = useState<EmptyCellHandling>('leave');
  const [creates, setCreates] = useState(known?.length === 0);
  const { reference, unit } = importing;
  const referenceColumn = reference ? mapping.indexOf(reference.name) : -1;
  const unknown = useMemo(
    () => (known && referenceColumn >= 0 ? findUnknownNames(sheet, referenceColumn, known) : []),
    [sheet, referenceColumn, known],
  );
  const key = findImportColumn(importing, importing.key)?.label;
  const hasKey = mapping.includes(importing.key);
  /**
   * Maps a column of the file to the column `name` of the area. A column of the area can be used once: its previous
   * mapping is cleared.
   */
  function choose(place: number, name: string) {
    setMapping(mapping.map((had, other) => (other === place ? name : had === name ? '' : had)));
  }
  return (
    <>
      <Card
        title="Colunas"
        description={
          <>
            {fileName}: {formatCountWithNoun(sheet.rows.length, 'linha', 'linhas')}.
            {unreadText(sheets)}
          </>
        }
        className=""
      >
        <ul>
          {sheet.headers.map((header, place) => (
            <ColumnChoice
              // The index is the key: two headers can be equal, but the order of the headers does not change.
              key={place}
              importing={importing}
              header={header || `Coluna ${place + 1}`}
              samples={samplesOf(sheet, place)}
              value={mapping[place] ?? ''}
              onChoose={(name) => choose(place, name)}
            />
          ))}
        </ul>
      </Card>
      <Card title="Opções">
        <fieldset>
          <legend className="mb-1 font-medium">Células vazias</legend>
          <RadioOrCheckbox
            name="empty"
            checked={empty === 'leave'}
            onChange={() => setEmpty('leave')}
          >
            Manter o valor atual
          </RadioOrCheckbox>
          <RadioOrCheckbox
            name="empty"
            checked={empty === 'clear'}
            onChange={() => setEmpty('clear')}
          >
            Apagar o valor atual
          </RadioOrCheckbox>
          {unit?.names.some((name) => mapping.includes(name)) && (
            <p className="max-w-prose text-muted">{unit.text}</p>
          )}
        </fieldset>
        {reference && referenceColumn >= 0 && (
          <div className="mt-3">
            <RadioOrCheckbox checked={creates} onChange={() => setCreates(!creates)}>
              {reference.words.create}
            </RadioOrCheckbox>
            {unknown.length > 0 && (
              <p className="ml-6 max-w-prose text-xs text-muted wrap-anywhere">
                Ainda não existem: {listed(unknown)}.{!creates && ` ${reference.words.refused}`}
              </p>
            )}
          </div>
        )}
      </Card>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="primary"
          disabled={!hasKey || sheet.rows.length === 0}
          onClick={() => onReady({ sheet, mapping, empty, creates })}
        >
          Conferir
        </Button>
        <Button onClick={onBack}>Voltar</Button>
        {!hasKey && (
          <p role="status" className="text-danger">
            Escolha qual coluna é {key}: é por ela que o painel reconhece o que já existe.
          </p>
        )}
      </div>
    </>
  );
}

/**
 * Returns the names in the `reference` column of the file that belong to no existing record, in their order in the
 * file, without repetitions.
 */
function findUnknownNames({ rows }: Sheet, column: number, known: readonly string[]): string[] {
  const exist = new Set(['', ...known.map(folded)]);
  const unknown = new Map<string, string>();
  for (const { cells } of rows) {
    const name = cells[column] ?? '';
    const key = folded(name);
    if (!exist.has(key) && !isSheetError(name)) unknown.set(key, unknown.get(key) ?? name.trim());
  }
  return [...unknown.values()];
}

/** Normalizes a name in the same way as the platform, which compares normalized names. */
function folded(name: string): string {
  return foldText(name.trim());
}

/** Renders a line with the names of the sheets that are not read; null if there are none. */
function unreadText([read, ...others]: readonly string[]) {
  if (others.length === 0) return null;
  const quoted = others.map((name) => `"${name}"`);
  return (
    <span className="block wrap-anywhere">
      Só a aba "{read}" foi lida. O arquivo tem {others.length === 1 ? 'outra' : 'outras'}:{' '}
      {listed(quoted)}.
    </span>
  );
}

/** Returns at most ten names, and the number of the others: 'Doces, Azedas e mais 4'. */
function listed(names: readonly string[]): string {
  const more = names.length - 10;
  return names.slice(0, 10).join(', ') + (more > 0 ? ` e mais ${formatCount(more)}` : '');
}

function samplesOf({ rows }: Sheet, place: number): string {
  const filled = rows.slice(0, 200).flatMap(({ cells }) => cells[place] || []);
  return [...new Set(filled)].slice(0, 3).join(' · ').slice(0, 120);
}

type ColumnChoiceProps = {
  importing: AreaImport;
  header: string;
  samples: string;
  value: string;
  onChoose: (name: string) => void;
};

function ColumnChoice({ importing, header, samples, value, onChoose }: ColumnChoiceProps) {
  const id = useId();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2.5 last:border-b-0 sm:px-5">
      <div className="min-w-0 flex-1 basis-40">
        <label htmlFor={id} className="font-medium wrap-anywhere">
          {header}
        </label>
        {samples && <p className="truncate text-xs text-muted">{samples}</p>}
      </div>
      <select
        id={id}
        value={value}
        onChange={(event) => onChoose(event.target.value)}
        className={`${controlClass} w-full! sm:w-60!`}
      >
        <option value="">Não importar</option>
        {importing.columns.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
    </li>
  );
}
