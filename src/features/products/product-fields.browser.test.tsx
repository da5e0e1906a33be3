import type { ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Presentation, Prices } from './product-fields.tsx';
import { newProduct } from './product.ts';
import type { ProductValues } from './product.ts';

it.each([
  { label: 'Subtítulo', max: 30, calm: 25, ids: '[PROD-55] [PROD-56] [PROD-57]' },
  { label: 'Mini descrição', max: 65, calm: 60, ids: '[PROD-58] [PROD-59] [PROD-60] [PROD-61]' },
])(
  '$label is blocked beyond $max characters, its counter amber above $calm $ids',
  async ({ label, max, calm }) => {
    const screen = await render(<Fields />);
    const box = screen.getByLabelText(label, { exact: true });
    await expect.element(screen.getByText(`0/${max}`)).toBeVisible();
    await userEvent.fill(box, 'a'.repeat(calm));
    await expect.element(screen.getByText(`${calm}/${max}`)).not.toHaveClass('text-warning');
    await userEvent.type(box, 'b');
    await expect.element(screen.getByText(`${calm + 1}/${max}`)).toHaveClass('text-warning');
    await userEvent.type(box, 'cdefgh');
    await expect.element(box).toHaveValue(`${'a'.repeat(calm)}bcdef`);
    await expect.element(screen.getByText(`${max}/${max}`)).toBeVisible();
  },
);

it('says in amber that a promotion is none, and takes seven digits', async () => {
  const screen = await render(
    <Form>
      <Prices />
    </Form>,
  );
  const [real, promo] = ['Preço de venda', 'Preço promocional'].map((label) =>
    screen.getByLabelText(label, { exact: true }),
  );
  const warning = screen.getByText(/^Atenção: o preço promocional não é menor/);
  await userEvent.fill(real!, '1234567,89');
  await userEvent.fill(promo!, '1.234.567,88');
  await userEvent.tab();
  await expect.element(real!).toHaveValue('1.234.567,89');
  expect(real!.element().scrollWidth).toBeLessThanOrEqual(real!.element().clientWidth);
  expect(warning.query()).toBeNull();
  await userEvent.fill(promo!, '1.234.567,89');
  await expect.element(warning).toHaveClass('text-warning');
  await expect.element(promo!).toHaveAccessibleDescription(/Atenção/);
});

function Fields() {
  return (
    <Form>
      <Presentation />
    </Form>
  );
}

function Form({ children }: { children: ReactNode }) {
  const form = useForm<ProductValues>({ defaultValues: newProduct });
  return <FormProvider {...form}>{children}</FormProvider>;
}
