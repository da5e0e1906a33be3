import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { RelativeTime } from './relative-time.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  vi.setSystemTime('2026-11-21T23:59:00-03:00');
});
afterEach(() => void vi.useRealTimers());

it('is told as of yesterday after midnight in São Paulo', async () => {
  await render(<RelativeTime at="2026-11-21T17:40:00-03:00" />);
  await expect.element(page.getByText('hoje às 17:40')).toBeVisible();
  vi.advanceTimersByTime(60_000);
  await expect.element(page.getByText('ontem às 17:40')).toBeVisible();
});
