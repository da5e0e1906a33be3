import { expect, it } from 'vitest';
import { collectAreaNames, findAreaNames } from './area-words.ts';

const types = `
      products: {
        Row: {
          id: string;
          sku: string;
          status: 'Ativo' | 'Inativo';
        };
      };
      banners: {
        Row: {
          id: number;
          imagem_url: string | null;
          status: 'Ativo' | 'Inativo';
        };
      };
`;
const names = collectAreaNames(types);

it('names the tables and nouns of the areas, and the columns of one area alone', () => {
  expect([...names]).toEqual(
    expect.arrayContaining(['sku', 'imagem_url', 'categories', 'categoria', 'notificações']),
  );
  expect([...names]).not.toContain('status');
  expect([...names]).not.toContain('id');
});

it.each([
  [`const createsCategories = true;`, ['categories']],
  [`<p>Estes produtos mudam.</p>;`, ['produtos']],
  ['const text = `Outro SKU para ${title}`;', ['sku']],
  [`rest.from('banners').select('imagem_url');`, ['banners', 'imagem_url']],
  [`/** Renders 'Produtos'. */\nconst status = row.id; // A banner`, []],
])('finds them in code, but not in comments: %s', (code, found) => {
  expect([...findAreaNames(code, 'a.tsx', names)]).toEqual(found);
});
