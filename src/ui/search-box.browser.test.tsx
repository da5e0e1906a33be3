import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { SearchBox } from './search-box.tsx';

it('keeps what is typed on while its own search comes back late', async () => {
  const onSearch = vi.fn<(text: string) => void>();
  const screen = await render(<SearchBox label="Buscar" value="" onSearch={onSearch} />);
  const box = screen.getByRole('searchbox', { name: 'Buscar' });
  await userEvent.type(box, 'aç');
  await expect.poll(() => onSearch.mock.lastCall).toEqual(['aç']);
  await userEvent.type(box, 'aí');
  await screen.rerender(<SearchBox label="Buscar" value="aç" onSearch={onSearch} />);
  await expect.element(box).toHaveValue('açaí');
  await expect.poll(() => onSearch.mock.lastCall).toEqual(['açaí']);
});

it('follows an address that changes under it', async () => {
  const onSearch = vi.fn<(text: string) => void>();
  const screen = await render(<SearchBox label="Buscar" value="mel" onSearch={onSearch} />);
  await screen.rerender(<SearchBox label="Buscar" value="" onSearch={onSearch} />);
  await expect.element(screen.getByRole('searchbox')).toHaveValue('');
});

it('is emptied by a button whose name is not that of the filters', async () => {
  const onSearch = vi.fn<(text: string) => void>();
  const screen = await render(<SearchBox label="Buscar" value="mel" onSearch={onSearch} />);
  await screen.getByRole('button', { name: 'Apagar busca' }).click();
  expect(onSearch).toHaveBeenCalledWith('');
  await expect.element(screen.getByRole('searchbox')).toHaveFocus();
});
