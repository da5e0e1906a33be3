import { useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { formatCountWithNoun, formatCount } from '#lib/text.ts';
import { Badge } from '#ui/badge.tsx';
import type { BadgeTone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { adaptToGender } from '../area.ts';
import type { Area } from '../area.ts';
import { countRemaining } from './batch.queries.ts';
import type { RowOutcome, BatchPlan, RowsRequest, PlanTotals } from './batch.queries.ts';
import type { ShownRowsProps } from './rows.tsx';

/** A part of a plan: the rows with certain outcomes, or the doubtful rows. `total` is the number of these rows. */
export type PlanPart = { request: RowsRequest; total: number };

export type BatchReviewProps = {
  plan: BatchPlan;
  words: BatchReviewWords;
  /** Content above the rows: a description of the plan, and choices that change the plan. */
  children: ReactNode;
  /** Renders the rows of a part, which call `onLoad` of `ShownRowsProps`. */
  renderRows: (part: PlanPart & Pick<ShownRowsProps, 'onLoad'>) => ReactNode;
  /** Additional buttons beside the apply and back buttons. */
  actions?: ReactNode;
  onApply: () => void;
  onBack: () => void;
};

export type BatchReviewWords = {
  area: Pick<Area, 'count' | 'adding'>;
  /** The verb on the apply button, for example 'Alterar'. The number of records follows the verb. */
  apply: string;
  tone?: 'danger';
  place: keyof typeof bars;
  back: 'Cancelar' | 'Voltar';
  doubts?: Confirmation | undefined;
  /** Labels of outcomes that replace the default labels. */
  parts?: Partial<Record<RowOutcome, readonly [one: string, many: string]>>;
};

/**
 * Renders the planned rows before they are written, one outcome at a time, with buttons that apply the plan or go back.
 * The buttons appear with the first rows: rows that arrive later would move them, and a click could then hit 'Remover'.
 */
export function BatchReview({
  plan,
  words,
  children,
  renderRows,
  actions,
  onApply,
  onBack,
}: BatchReviewProps) {
  const toWrite = countRemaining(plan);
  const doubts = useDoubts(plan.steps === 0 ? plan.doubtful : 0, words);
  const parts = partsOf(plan, words);
  const [chosen, setChosen] = useState<string>();
  const shown = parts.find(({ key }) => key === chosen) ?? parts[0];
  const rows = useRef<HTMLDivElement>(null);
  const [hasLoaded, setLoaded] = useState(!shown);
  // The height of the former part, in pixels: it keeps the buttons in their place until the rows of the next part load.
  const [height, setHeight] = useState<number>();
  const go = useFocusOnce(hasLoaded);
  function choose(key: string) {
    if (key !== shown?.key) setHeight(rows.current?.offsetHeight);
    setChosen(key);
  }
  function showLoadedRows() {
    setLoaded(true);
    setHeight(undefined);
  }
  return (
    <>
      {children}
      {parts.length > (words.place === 'page' ? 0 : 1) && (
        <ul className="mb-3 flex flex-wrap gap-2">
          {parts.map(({ key, text, tone, total }) => (
            <li key={key}>
              <button
                type="button"
                aria-pressed={key === shown?.key}
                onClick={() => choose(key)}
                className="flex min-h-8 items-center gap-2 rounded-control border border-line bg-surface px-2.5 hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft"
              >
                <Badge tone={tone}>{formatCount(total)}</Badge>
                {text}
              </button>
            </li>
          ))}
        </ul>
      )}
      {shown && (
        <div key={shown.key} ref={rows} style={{ minHeight: height }}>
          {renderRows({ request: shown.request, total: shown.total, onLoad: showLoadedRows })}
        </div>
      )}
      <div
        data-review-bar
        className={`sticky z-10 mt-4 ${bars[words.place]} ${hasLoaded ? '' : 'invisible'}`}
      >
        {doubts.field && <div className="mb-3">{doubts.field}</div>}
        <div className="flex flex-wrap justify-end gap-2 max-sm:*:flex-auto">
          {actions}
          <Button onClick={onBack}>{words.back}</Button>
          {toWrite > 0 && (
            <Button
              ref={go}
              variant={words.tone ?? 'primary'}
              onClick={() => doubts.isConfirmed() && onApply()}
            >
              {words.apply} {formatCountWithNoun(toWrite, ...words.area.count)}
            </Button>
          )}
        </div>
      </div>
    </>
  );
}

/** The styles of the bar with the buttons: for a review in a dialog, and on a page. */
const bars = {
  dialog: 'bottom-0 -mx-5 -mb-5 border-t border-line bg-canvas px-5 py-3',
  page: 'bottom-4 rounded-card border border-line bg-surface px-4 py-3 shadow-floating max-md:bottom-[calc(4rem+env(safe-area-inset-bottom))]',
};

type ShownPart = PlanPart & { key: string; text: string; tone: BadgeTone };

const kinds: [key: RowOutcome | 'doubtful', tone: BadgeTone, one: string, many: string][] = [
  ['create', 'green', 'a criar', 'a criar'],
  ['change', 'blue', 'a alterar', 'a alterar'],
  ['doubtful', 'amber', 'a confirmar', 'a confirmar'],
  ['keep', 'neutral', 'sem alteração', 'sem alteração'],
  ['refuse', 'red', 'recusado', 'recusados'],
  ['out', 'neutral', 'removido', 'removidos'],
  ['created', 'green', 'criado', 'criados'],
  ['changed', 'green', 'já alterado', 'já alterados'],
  ['stale', 'amber', 'alterado depois da conferência', 'alterados depois da conferência'],
];

/** Returns the parts of a plan that have rows: one part for each outcome, and one for the doubtful rows. */
function partsOf(
  { counts, doubtful }: PlanTotals,
  { area, parts = {} }: BatchReviewWords,
): ShownPart[] {
  return kinds.flatMap(([key, tone, ...usual]) => {
    const isDoubtful = key === 'doubtful';
    const total = isDoubtful ? doubtful : (counts[key] ?? 0);
    if (total === 0) return [];
    const given = isDoubtful ? undefined : parts[key];
    const [one, many] = given ?? [adaptToGender(area, usual[0]), adaptToGender(area, usual[1])];
    const request: RowsRequest = isDoubtful
      ? { outcomes: ['create', 'change'], doubtful: true }
      : { outcomes: [key] };
    return { key, text: total === 1 ? one : many, tone, total, request };
  });
}

/** Returns the ref of a button that gets the focus when it is first visible, unless a select has the focus. */
function useFocusOnce(isVisible: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  // Move the focus before the browser paints the button, so that the user cannot choose a field before.
  useLayoutEffect(
    function focusOnce() {
      if (isVisible && !(document.activeElement instanceof HTMLSelectElement))
        // Do not scroll the rows: the button is visible already.
        button.current?.focus({ preventScroll: true });
    },
    [isVisible],
  );
  return button;
}

/**
 * Returns two properties.
 * - `field`: the input in which the user enters the number of doubtful rows, to confirm these rows.
 * - `isConfirmed`: checks the entered number, before the plan is applied. A wrong number shows an error.
 */
function useDoubts(
  count: number,
  { area, doubts = anyDoubts }: Pick<BatchReviewWords, 'area' | 'doubts'>,
) {
  const box = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const request = `Digite ${formatCount(count)} para confirmar.`;
  function isConfirmed() {
    if (count === 0 || typed.replaceAll(/[.\s]/g, '') === String(count)) return true;
    setError(request);
    box.current?.focus();
    return false;
  }
  const field = count > 0 && (
    <TextField
      ref={box}
      label={doubts.label}
      warning={`${formatCountWithNoun(count, ...area.count)} ${doubts.text}. ${error ? '' : request}`}
      error={error}
      inputMode="numeric"
      autoComplete="off"
      className="max-w-sm"
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        setError(undefined);
      }}
    />
  );
  return { field, isConfirmed };
}

/**
 * The texts of the confirmation. `label` is the label of the input. `text` follows the number of records, for example
 * 'com preço duvidoso'.
 */
type Confirmation = { label: string; text: string };

const anyDoubts: Confirmation = {
  label: 'Confirme os valores fora do padrão',
  text: 'com valor fora do padrão',
};

type Columns = Readonly<Record<string, unknown>>;

/** The texts about the doubtful values of an area. */
export type DoubtTexts = Confirmation & {
  /** Returns the sentences about the doubts in a row. */
  texts: (doubts: readonly string[], before: Columns, after: Columns) => string[];
};
