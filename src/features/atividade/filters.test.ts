import { expect, it } from 'vitest';
import { atividadeSearch, filtersOf } from './filters.ts';

it('asks for what stands in the address, the last day counting whole', () => {
  const search = atividadeSearch({
    area: 'products',
    tipo: 'delete',
    de: '2026-11-20',
    ate: '2026-11-21',
  });
  expect(filtersOf(search)).toEqual({
    area: 'products',
    kind: 'delete',
    from: '2026-11-20T03:00:00.000Z',
    to: '2026-11-22T03:00:00.000Z',
  });
});

it('takes nothing from an address that makes no sense', () => {
  const search = atividadeSearch({ pessoa: 'x', tipo: 'um, dois', de: '2026-13-45', ate: 3 });
  expect(filtersOf(search)).toEqual({ without_visits: 'yes' });
});

it('leaves sign-ins out unless they, or one kind, are chosen', () => {
  expect(filtersOf(atividadeSearch({ entradas: 'sim' }))).toEqual({});
  expect(filtersOf(atividadeSearch({ tipo: 'sign_in' }))).toEqual({ kind: 'sign_in' });
});
