import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { makePeriodStatusColumn } from './period-status-column.tsx';

const { cell } = makePeriodStatusColumn({
  active: 'Ativo',
  words: { scheduled: 'Agendado', running: 'No ar', ended: 'Encerrado' },
});
const row = {
  status: 'Ativo',
  starts_at: '2026-11-21T12:00:30Z',
  ends_at: '2026-11-21T15:00:00Z',
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  vi.setSystemTime('2026-11-21T12:00:00Z');
});
afterEach(() => void vi.useRealTimers());

it('shows that a period has begun and ended, without a render of the list', async () => {
  await render(
    <table>
      <tbody>
        <tr>{cell(row)}</tr>
      </tbody>
    </table>,
  );
  await expect.element(page.getByText('Agendado', { exact: true })).toBeVisible();
  vi.advanceTimersByTime(60_000);
  await expect.element(page.getByText('No ar', { exact: true })).toBeVisible();

  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  vi.advanceTimersByTime(6 * 60 * 60_000);
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(page.getByText(/^Encerrado/)).toBeVisible();
  hidden.mockRestore();
});
