import { useRef } from 'react';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useSaveOnce } from './form-page.tsx';
import type { SaveOutcome } from './form-page.tsx';

it('can be tried again after the save has thrown', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  const save = vi.fn<() => Promise<SaveOutcome>>();
  save.mockRejectedValueOnce(new Error('code that did not load')).mockResolvedValue('saved');
  await render(<Form save={save} />);
  const button = page.getByRole('button', { name: 'Salvar' });
  await button.click();
  await expect.element(page.getByText('falhou')).toBeVisible();
  expect(error).toHaveBeenCalled();
  await button.click();
  await expect.element(page.getByText('gravado')).toBeVisible();
  expect(save).toHaveBeenCalledTimes(2);
});

function Form({ save }: { save: () => Promise<SaveOutcome> }) {
  const form = useRef<HTMLFormElement>(null);
  const { busy, failed, submit } = useSaveOnce(form, (begin) => {
    begin();
    return save();
  });
  return (
    <form ref={form} inert={busy && !failed}>
      <button type="button" onClick={() => void submit()}>
        Salvar
      </button>
      <p>{failed ? 'falhou' : busy ? 'gravado' : ''}</p>
    </form>
  );
}
