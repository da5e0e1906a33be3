import { describe, expect, it } from 'vitest';
import { parseListParams } from '#crud/list-search.ts';
import type { Command, TableName } from '#data/permissions.ts';
import { allAreas, areas, findListedAreas } from './index.ts';

it('lists the areas by their place in the sidebar', () => {
  const order = ['products', 'categories', 'distribuidores', 'parceiros'];
  expect(Object.keys(areas)).toEqual([...order, 'usuarios', 'notificacoes', 'banners']);
  const places = allAreas.map(({ place }) => place);
  expect(new Set(places).size).toBe(places.length);
});

const productsSearch = (given: Record<string, unknown>) => parseListParams(areas.products, given);

it('shows the first hundred by name when the URL has no parameters [CONST-04]', () => {
  expect(productsSearch({})).toEqual({
    busca: '',
    ordem: 'name',
    pagina: 1,
    por: 100,
    status: '',
    tipo: '',
    categoria: '',
    visibilidade: '',
    promocao: '',
    preco_de: '',
    preco_ate: '',
    imagem: '',
    categoria_status: '',
    link: '',
  });
});

it.each([
  ['ativo', 'Ativo'],
  ['INATIVO', 'Inativo'],
  ['Ativo', 'Ativo'],
  ['pendente', ''],
  ['', ''],
])('parses the status %j as %j [HEAD-21]', (given, applied) => {
  expect(productsSearch({ status: given }).status).toBe(applied);
});

it('parses numbers from URLs', () => {
  expect(productsSearch({ pagina: '3', por: '25', ordem: '-real_price' })).toMatchObject({
    pagina: 3,
    por: 25,
    ordem: '-real_price',
  });
});

it('accepts pages from the end, with -1 as the last one', () => {
  expect(productsSearch({ pagina: '-2' })).toMatchObject({ pagina: -2 });
  expect(productsSearch({ pagina: -1 })).toMatchObject({ pagina: -1 });
  expect(productsSearch({ pagina: '-x' })).toMatchObject({ pagina: 1 });
});

it('ignores invalid values', () => {
  const odd = {
    busca: 'a'.repeat(101),
    pagina: '0',
    por: '7',
    ordem: 'search_text',
    tipo: 'Coisa',
    categoria: 'x',
    status: ['Ativo'],
  };
  expect(productsSearch(odd)).toEqual(productsSearch({}));
  expect(productsSearch({ pagina: 'abc', por: '1e9' })).toEqual(productsSearch({}));
});

describe('the areas that the navigation lists', () => {
  // The permissions of a user who may read all tables, and add records to all except users and banners.
  const may = (command: Command, table: TableName) =>
    command === 'read' || (command === 'create' && table !== 'profiles' && table !== 'banners');

  it('are those to which the user may add records', () => {
    const listed = findListedAreas(may, allAreas).map(({ table }) => table);
    expect(listed).toContain('products');
    expect(listed).not.toContain('profiles');
  });

  it('include an area whose `listedWith` is the read permission', () => {
    const forReaders = { table: 'banners', listedWith: 'read' } as const;
    expect(findListedAreas(may, [areas.usuarios, forReaders])).toEqual([forReaders]);
  });
});
