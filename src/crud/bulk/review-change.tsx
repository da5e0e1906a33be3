import { useEffect, useRef, useState } from 'react';
import { formatAmount, formatMoney } from '#lib/money.ts';
import { countOf, formatCount } from '#lib/text.ts';
import { Badge } from '#ui/badge.tsx';
import type { BadgeTone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import type { Area } from '../area.ts';
import type { BulkWords } from './bulk-words.ts';
import { useDoubts } from './confirm-doubts.tsx';
import type { BulkOutcome, Plan, Totals } from './planned-change.ts';
import { PlannedRows } from './planned-rows.tsx';

export type ReviewChangeProps = {
  area: Area;
  words: BulkWords;
  plan: Plan;
  deletes: boolean;
  /** Something was taken out or put back. */
  onTotals: (totals: Totals) => void;
  onApply: () => void;
  onClose: () => void;
};

/** What would happen to each record, before anything does: totals on top, the rows below, and the way on. */
export function ReviewChange(props: ReviewChangeProps) {
  const { area, words, plan, deletes, onTotals, onApply, onClose } = props;
  const { counts, doubtful, missing } = plan;
  const changing = counts.change ?? 0;
  const doubts = useDoubts(doubtful, area.count);
  const parts = partsOf(plan);
  const [chosen, setChosen] = useState<Part['key']>();
  const shown = parts.find(({ key }) => key === chosen) ?? parts[0];
  const go = useFocusOnce();
  return (
    <>
      <div role="status" className="mb-3">
        <p className="font-medium">{planText(area, plan, deletes)}</p>
        {missing > 0 && (
          <p className="text-muted">
            {countOf(missing, 'selecionado não existe mais', 'selecionados não existem mais')}.
          </p>
        )}
      </div>
      {parts.length > 1 && (
        <ul className="mb-3 flex flex-wrap gap-2">
          {parts.map(({ key, words: name, tone, number }) => (
            <li key={key}>
              <button
                type="button"
                aria-pressed={key === shown?.key}
                onClick={() => setChosen(key)}
                className="flex min-h-8 items-center gap-2 rounded-control border border-line px-2.5 hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft"
              >
                <Badge tone={tone}>{formatCount(number)}</Badge>
                {name}
              </button>
            </li>
          ))}
        </ul>
      )}
      {shown && (
        <PlannedRows
          key={shown.key}
          {...{ area, words, onTotals }}
          bulk={plan.id}
          asked={{ outcomes: [shown.outcome], doubtful: shown.key === 'doubtful' }}
        />
      )}
      <div className="sticky bottom-0 -mx-5 mt-4 -mb-5 border-t border-line bg-canvas px-5 py-3">
        {doubts.field && <div className="mb-3">{doubts.field}</div>}
        <div className="flex flex-wrap justify-end gap-2 max-sm:*:flex-auto">
          <Button onClick={onClose}>Cancelar</Button>
          {changing > 0 && (
            <Button
              ref={go}
              variant={deletes ? 'danger' : 'primary'}
              onClick={() => doubts.isConfirmed() && onApply()}
            >
              {deletes ? 'Mover' : 'Alterar'} {countOf(changing, ...area.count)}
            </Button>
          )}
        </div>
      </div>
    </>
  );
}

type Part = {
  key: BulkOutcome | 'doubtful';
  outcome: BulkOutcome;
  words: string;
  tone: BadgeTone;
  number: number;
};

/** The kinds of rows that there are. */
function partsOf({ counts, doubtful }: Totals): Part[] {
  const of = (outcome: BulkOutcome, tone: BadgeTone, one: string, many = one): Part => {
    const number = counts[outcome] ?? 0;
    return { key: outcome, outcome, words: number === 1 ? one : many, tone, number };
  };
  const doubts = doubtful === 1 ? 'duvidoso' : 'duvidosos';
  return [
    of('change', 'blue', 'a mudar'),
    { key: 'doubtful', outcome: 'change', words: doubts, tone: 'amber', number: doubtful },
    of('keep', 'neutral', 'sem mudança'),
    of('refuse', 'red', 'recusado', 'recusados'),
    of('out', 'neutral', 'tirado', 'tirados'),
  ].filter(({ number }): boolean => number > 0) as Part[]; // made of both kinds of literals above
}

/** '12 produtos mudam. Os preços somam R$ 43,20 a mais, em média +10,00 %.' */
function planText({ count }: Area, { counts, sum, percent }: Plan, deletes: boolean): string {
  const changing = counts.change ?? 0;
  if (changing === 0) return deletes ? 'Nada vai para a Lixeira.' : 'Nada muda.';
  if (deletes) return `${countOf(changing, ...count)} para a Lixeira, de onde podem voltar.`;
  const text = `${countOf(changing, ...count)} ${changing === 1 ? 'muda' : 'mudam'}.`;
  if (!sum) return text;
  const money = `Os preços somam ${formatMoney(Math.abs(sum))} ${sum > 0 ? 'a mais' : 'a menos'}`;
  const average = percent === null ? '' : `, em média ${signed(percent)}\u00a0%`;
  return `${text} ${money}${average}.`;
}

function signed(percent: number): string {
  return `${percent < 0 ? '−' : '+'}${formatAmount(Math.abs(percent))}`;
}

/** Enter goes on from a form to what it leads to; a choice that is still being gone through keeps the focus. */
function useFocusOnce() {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(function goOn() {
    if (!(document.activeElement instanceof HTMLSelectElement))
      // It is in sight already: what is above it stays where it is.
      button.current?.focus({ preventScroll: true });
  }, []);
  return button;
}
