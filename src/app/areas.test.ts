import { expect, it } from 'vitest';
import { areas } from './areas.ts';

const productsSearch = areas.products.search;

it('shows the first hundred by name when the address says nothing [CONST-04]', () => {
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
])('reads the status %j as %j [HEAD-21]', (given, applied) => {
  expect(productsSearch({ status: given }).status).toBe(applied);
});

it('takes numbers as they stand in an address', () => {
  expect(productsSearch({ pagina: '3', por: '25', ordem: '-real_price' })).toMatchObject({
    pagina: 3,
    por: 25,
    ordem: '-real_price',
  });
});

it('takes pages from the end, the last one being -1', () => {
  expect(productsSearch({ pagina: '-2' })).toMatchObject({ pagina: -2 });
  expect(productsSearch({ pagina: -1 })).toMatchObject({ pagina: -1 });
  expect(productsSearch({ pagina: '-x' })).toMatchObject({ pagina: 1 });
});

it('counts what makes no sense as absent', () => {
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
