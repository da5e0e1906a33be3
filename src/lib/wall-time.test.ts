import { describe, expect, it } from 'vitest';
import { parseLocalTime, toDateTimeInput, toIsoDay } from './wall-time.ts';

describe('the value of a field for date and time', () => {
  it.each([
    ['2026-11-21T12:30:00+00:00', '2026-11-21T09:30'],
    ['2026-11-21T00:30:00+00:00', '2026-11-20T21:30'],
    ['2026-11-21T03:00:00+00:00', '2026-11-21T00:00'],
    ['2026-11-21T12:30:07+00:00', '2026-11-21T09:30:07'],
    // An instant in daylight saving time, which São Paulo has not used since 2019.
    ['2018-12-21T12:30:00+00:00', '2018-12-21T10:30'],
  ])('is the local time of São Paulo in any browser: %s is %s', (instant, box) => {
    expect(toDateTimeInput(instant)).toBe(box);
    expect(Date.parse(parseLocalTime(box) ?? '')).toBe(Date.parse(instant));
  });

  it.each([
    '',
    '2026-11-31T10:00',
    '2026-13-01T10:00',
    '2026-11-21T24:00',
    '2026-11-21',
    '0026-11-21T10:00',
    '12026-11-21T10:00',
    'amanhã',
  ])('is invalid: "%s"', (typed) => expect(parseLocalTime(typed)).toBeUndefined());
});

it.each([
  ['30/11/2026', '2026-11-30'],
  ['1/2/1999 00:00', '1999-02-01'],
  ['2026-11-30', '2026-11-30'],
  ['31/02/2026', '31/02/2026'],
  ['30/11/2026 08:00', '30/11/2026 08:00'],
])('reads %j as the day %j', (cell, day) => expect(toIsoDay(cell)).toBe(day));
