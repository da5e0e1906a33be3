import { useEffect, useState } from 'react';
import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { findFocusAtFirst } from '#ui/testing/focus-at-first.ts';
import { BatchReview } from './review.tsx';
import { useFocusOnStepChange } from './use-focus-on-step-change.ts';

it('the next step of a page has the focus as soon as it appears', async () => {
  let choose: (step: string) => void;
  function Steps() {
    const [step, setStep] = useState('choose');
    choose = setStep;
    return (
      <div ref={useFocusOnStepChange(step)} tabIndex={-1}>
        {step === 'review' && <input />}
      </div>
    );
  }
  const screen = await render(<Steps />);
  const focused = findFocusAtFirst(() => screen.container.querySelector('input') !== null);
  setTimeout(() => choose('review'));
  expect(await focused).toBe(screen.container.firstElementChild);
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
  await findFocusAtFirst(() => !bar?.classList.contains('invisible')).then((focused) =>
    expect(focused).toBe(screen.getByRole('button', { name: 'Alterar 1 fruta' }).element()),
  );
});

const words = { apply: 'Alterar', place: 'page', back: 'Voltar' } as const;

const plan = {
  id: 'plano',
  source: '',
  missing: 0,
  steps: 0,
  batch: null,
  pictures: 0,
  total: 1,
  doubtful: 1,
  counts: { change: 1 },
};

function RowsLoadedLater({ onLoad }: { onLoad: () => void }) {
  useEffect(function load() {
    const timer = setTimeout(onLoad, 50);
    return () => clearTimeout(timer);
  });
  return null;
}
