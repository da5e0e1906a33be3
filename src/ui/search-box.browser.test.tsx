import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { SearchBox } from './search-box.tsx';

it('keeps newly typed text when the value of its earlier search arrives late', async () => {
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

it('shows the value of a changed URL', async () => {
  const onSearch = vi.fn<(text: string) => void>();
  const screen = await render(<SearchBox label="Buscar" value="mel" onSearch={onSearch} />);
  await screen.rerender(<SearchBox label="Buscar" value="" onSearch={onSearch} />);
  await expect.element(screen.getByRole('searchbox')).toHaveValue('');
});

it("is cleared by a button whose name differs from the filters' button", async () => {
  const onSearch = vi.fn<(text: string) => void>();
  const screen = await render(<SearchBox label="Buscar" value="mel" onSearch={onSearch} />);
  await screen.getByRole('button', { name: 'Apagar busca' }).click();
  await expect.poll(() => onSearch).toHaveBeenCalledWith('');
  await expect.element(screen.getByRole('searchbox')).toHaveFocus();
});

it('searches with the first letter at once, and with the whole text in a pause', async () => {
  const requests: string[] = [];
  const screen = await render(
    <SearchBox label="Buscar" value="" onSearch={(text) => requests.push(text)} />,
  );
  const input = screen.getByRole('searchbox').element();
  if (!(input instanceof HTMLInputElement)) throw new Error('No box');
  input.focus();
  // Use a fake clock: the time between key presses must not depend on the load of the host.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    for (const letter of 'caneca') {
      await userEvent.keyboard(letter);
      vi.advanceTimersByTime(120);
    }
    expect(requests).toEqual(['c']);
    vi.advanceTimersByTime(150);
    expect(requests).toEqual(['c', 'caneca']);
    await userEvent.keyboard('s');
    vi.advanceTimersByTime(1);
    expect(requests).toEqual(['c', 'caneca', 'canecas']);
  } finally {
    vi.useRealTimers();
  }
});
