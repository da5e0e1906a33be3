import { expect, it } from 'vitest';
import {
  unionByStatus,
  isBoolean,
  isNumber,
  isNumberOrNull,
  objectOf,
  nullableOf,
  recordOf,
} from './shape.ts';

it('checks each field that a page reads', () => {
  const isPrice = objectOf<{ real: number; promo: number | null }>({
    real: isNumber,
    promo: isNumberOrNull,
  });
  expect(isPrice({ real: 10, promo: null })).toBe(true);
  expect(isPrice({ real: 10 })).toBe(false);
  expect(isPrice({ real: '10', promo: null })).toBe(false);
  expect(isPrice(null)).toBe(false);
});

it('checks the values of an object whose names may be absent', () => {
  const areSteps = nullableOf(recordOf<'password' | 'product', boolean>(isBoolean));
  expect([{}, { password: true }, null].map(areSteps)).toEqual([true, true, true]);
  expect([{ password: 1 }, 'text', undefined].map(areSteps)).toEqual([false, false, false]);
});

it('checks the fields of a status, and knows no other status', () => {
  const isEnd = unionByStatus<{ status: 'done'; count: number } | { status: 'missing' }>({
    done: { count: isNumber },
    missing: {},
  });
  const given = [{ status: 'done', count: 2 }, { status: 'missing' }, { status: 'done' }, {}];
  expect(given.map(isEnd)).toEqual([true, true, false, false]);
});
