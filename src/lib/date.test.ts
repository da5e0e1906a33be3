import { expect, it } from 'vitest';
import { formatDate, formatDateTime } from './date.ts';

it('shows day and time as they are in São Paulo', () => {
  expect(formatDateTime('2026-11-21T12:30:00+00:00')).toBe('21/11/2026, 09:30');
  expect(formatDateTime('2026-11-21T01:30:00+00:00')).toBe('20/11/2026, 22:30');
});

it('shows the day as it is in São Paulo [NOTI-07]', () => {
  expect(formatDate('2026-11-21T12:30:00+00:00')).toBe('21/11/2026');
  expect(formatDate('2026-11-21T01:30:00+00:00')).toBe('20/11/2026');
});
