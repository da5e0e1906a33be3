import '../styles.css';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Button } from './button.tsx';
import { SaveBar } from './save-bar.tsx';

it.each([
  ['without an icon', {}],
  ['with an icon', { icon: <svg viewBox="0 0 16 16" /> }],
  ['with a longer label while its command runs', { busyLabel: 'Verificando tudo...' }],
])('a button %s keeps its size while its command runs', async (_, props) => {
  const screen = await render(
    <Button busy={false} {...props}>
      Verificar
    </Button>,
  );
  const button = screen.getByRole('button');
  await expect.element(button).toHaveAccessibleName('Verificar');
  await document.fonts.ready;
  const before = measure(button.element());
  await screen.rerender(
    <Button busy {...props}>
      Verificar
    </Button>,
  );
  await expect.element(button).toHaveAttribute('aria-busy', 'true');
  await expect
    .element(button)
    .toHaveAccessibleName('busyLabel' in props ? 'Verificando tudo...' : 'Verificar');
  expect(measure(button.element())).toEqual(before);
});

it('the command that cancels a form stays in its place when a save begins', async () => {
  const bar = { state: 'changed', onCancel: () => {} } as const;
  const screen = await render(<SaveBar {...bar} busy={false} />);
  const cancel = page.getByRole('button', { name: 'Cancelar' });
  await document.fonts.ready;
  const before = measure(cancel.element());
  await screen.rerender(<SaveBar {...bar} busy />);
  await expect.element(page.getByRole('button', { name: 'Salvando...' })).toBeVisible();
  expect(measure(cancel.element())).toEqual(before);
});

function measure(element: Element) {
  // A DOMRect has no own properties: `toEqual` would find any two of them equal.
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x, y, width, height };
}
