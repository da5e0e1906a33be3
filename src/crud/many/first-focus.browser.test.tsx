import { useEffect, useState } from 'react';
import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { findFocusAtFirst } from '#ui/testing/focus-at-first.ts';
import type { BatchPlan } from './batch.queries.ts';
import { BatchReview } from './review.tsx';
import type { ShownRowsProps } from './rows.tsx';
import { useFocusOnStepChange } from './use-focus-on-step-change.ts';

it('the next step of a page has the focus as soon as it appears', async () => {
  function Steps() {
    const [step, setStep] = useState('choose');
    useEffect(function goOn() {
      const timer = setTimeout(() => setStep('review'), 50);
      return () => clearTimeout(timer);
    }, []);
    return (
      <div ref={useFocusOnStepChange(step)} tabIndex={-1}>
        {step === 'review' && <input />}
      </div>
    );
  }
  const screen = await render(<Steps />);
  const focused = await findFocusAtFirst(() => screen.container.querySelector('input') !== null);
  expect(focused).toBe(screen.container.firstElementChild);
});

it('the button that applies a plan has the focus as soon as the rows appear', async () => {
  const screen = await render(
    <BatchReview
      plan={plan}
      words={{ area: { count: ['fruta', 'frutas'], adding: 'Nova Fruta' }, ...words }}
      renderRows={({ onLoad }) => <RowsLoadedLater onLoad={onLoad} />}
      onApply={() => {}}
      onBack={() => {}}
    >
      {null}
    </BatchReview>,
  );
  const bar = screen.container.querySelector('[data-review-bar]');
  const focused = await findFocusAtFirst(() => !bar?.classList.contains('invisible'));
  expect(focused).toBe(screen.getByRole('button', { name: 'Alterar 1 fruta' }).element());
});

const words = { apply: 'Alterar', place: 'page', back: 'Voltar' } as const;

const plan: BatchPlan = {
  id: 'plano',
  source: '',
  missing: 0,
  steps: 0,
  batch: null,
  pictures: 0,
  sum: null,
  percent: null,
  doubtful: 1,
  counts: { change: 1 },
};

function RowsLoadedLater({ onLoad }: Pick<ShownRowsProps, 'onLoad'>) {
  useEffect(function load() {
    const timer = setTimeout(() => onLoad?.(), 50);
    return () => clearTimeout(timer);
  });
  return null;
}
