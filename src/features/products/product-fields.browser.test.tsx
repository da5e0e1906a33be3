import { FormProvider, useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Presentation } from './product-fields.tsx';
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

function Fields() {
  const form = useForm<ProductValues>({ defaultValues: newProduct });
  return (
    <FormProvider {...form}>
      <Presentation />
    </FormProvider>
  );
}
