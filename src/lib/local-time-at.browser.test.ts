import { afterEach, expect, it, vi } from 'vitest';
import { localTimeAt } from './local-time-at.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('returns the same local time of São Paulo with and without Temporal', () => {
  // Instants from 1990 to 2099. The step makes them cover all hours and minutes of the day, and daylight saving time,
  // which existed until 2019.
  const step = 1_234_567_890;
  const count = Math.floor((Date.UTC(2099) - Date.UTC(1990)) / step);
  const instants = Array.from({ length: count }, (_, index) => Date.UTC(1990) + index * step);
  expect(globalThis).toHaveProperty('Temporal');
  const shown = instants.map(localTimeAt);
  vi.stubGlobal('Temporal', undefined);
  expect(instants.map(localTimeAt)).toEqual(shown);
  expect(shown.at(-1)).toMatch(/^2098-12-\d\dT\d\d:\d\d:\d\d$/);
});
