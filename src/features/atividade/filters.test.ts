import { expect, it } from 'vitest';
import { parseAtividadeSearch, toActivityFilters } from './filters.ts';

it("uses the URL's parameters, including the whole last day", () => {
  const search = parseAtividadeSearch({
    area: 'products',
    tipo: 'delete',
    de: '2026-11-20',
    ate: '2026-11-21',
  });
  expect(toActivityFilters(search)).toEqual({
    area: 'products',
    kind: 'delete',
    from: '2026-11-20T03:00:00.000Z',
    to: '2026-11-22T03:00:00.000Z',
  });
});

it('ignores invalid parameters', () => {
  const search = parseAtividadeSearch({ pessoa: 'x', tipo: 'um, dois', de: '2026-13-45', ate: 3 });
  expect(toActivityFilters(search)).toEqual({ without_visits: 'yes' });
});

it('leaves out sign-ins unless they or a kind are chosen', () => {
  expect(toActivityFilters(parseAtividadeSearch({ entradas: 'sim' }))).toEqual({});
  expect(toActivityFilters(parseAtividadeSearch({ tipo: 'sign_in' }))).toEqual({ kind: 'sign_in' });
});
