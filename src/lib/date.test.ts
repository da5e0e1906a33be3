import { describe, expect, it } from 'vitest';
import { formatDate, relativeDate } from './date.ts';

it('shows the day it is in São Paulo', () => {
  expect(formatDate('2026-11-21T12:00:00+00:00')).toBe('21/11/2026');
  expect(formatDate('2026-11-21T01:30:00+00:00')).toBe('20/11/2026');
});

describe('relativeDate', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  it.each([
    ['2026-11-21T11:59:50Z', 'agora'],
    ['2026-11-21T12:00:20Z', 'agora'],
    ['2026-11-21T11:59:00Z', 'há 1 minuto'],
    ['2026-11-21T11:15:00Z', 'há 45 minutos'],
    ['2026-11-21T09:10:00Z', 'há 2 horas'],
    ['2026-11-20T11:00:00Z', 'ontem'],
    ['2026-11-18T11:00:00Z', 'há 3 dias'],
    ['2026-11-01T11:00:00Z', '01/11/2026'],
  ])('says %s as %j', (instant, said) => {
    expect(relativeDate(instant, now)).toBe(said);
  });
});
