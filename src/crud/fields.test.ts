import * as v from 'valibot';
import { expect, it } from 'vitest';
import { choice, listExportColumns, moment, money } from './fields.ts';

const rule = v.string();

it('exports an amount as a price, an instant as a date, and a choice as its text', () => {
  const columns = listExportColumns({
    preco: { label: 'Preço', ...money, rule, sheet: { width: 12 } },
    inicio: { label: 'Início', ...moment, rule, sheet: {} },
    cor: { label: 'Cor', ...choice({ v: 'Verde' }), rule, sheet: {} },
    nota: { label: 'Nota', rule },
  });
  expect(columns).toEqual([
    { name: 'preco', label: 'Preço', kind: 'money', width: 12 },
    { name: 'inicio', label: 'Início', kind: 'moment' },
    { name: 'cor', label: 'Cor', choices: { Verde: 'v' } },
  ]);
});
