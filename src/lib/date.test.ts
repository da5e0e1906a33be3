import { expect, it } from 'vitest';
import { formatDate, formatDateTime, formatDay, formatAge } from './date.ts';

it('shows date and time of São Paulo', () => {
  expect(formatDateTime('2026-11-21T12:30:00+00:00')).toBe('21/11/2026, 09:30');
  expect(formatDateTime('2026-11-21T01:30:00+00:00')).toBe('20/11/2026, 22:30');
});

it('shows the date of São Paulo [NOTI-07]', () => {
  expect(formatDate('2026-11-21T12:30:00+00:00')).toBe('21/11/2026');
  expect(formatDate('2026-11-21T01:30:00+00:00')).toBe('20/11/2026');
});

it('shows a calendar date in any time zone', () => {
  expect(formatDay('2026-11-01')).toBe('01/11/2026');
});

const now = Date.parse('2026-11-21T12:00:00Z');

it.each([
  ['2026-11-21T11:59:40Z', 'agora'],
  ['2026-11-21T11:55:00Z', 'há 5 minutos'],
  ['2026-11-21T09:00:00Z', 'há 3 horas'],
  // In São Paulo 23:30 of the previous day, less than ten hours ago.
  ['2026-11-21T02:30:00Z', 'ontem'],
  // In São Paulo 00:30 of the previous day, more than 24 hours ago.
  ['2026-11-20T03:30:00Z', 'ontem'],
  ['2026-11-20T02:30:00Z', 'anteontem'],
  ['2026-11-15T11:00:00Z', 'há 6 dias'],
  // In São Paulo it is still 30 September.
  ['2026-10-01T01:00:00Z', '30/09/2026'],
])('shows the relative time of %s: %s', (instant, text) => {
  expect(formatAge(instant, now)).toBe(text);
});
