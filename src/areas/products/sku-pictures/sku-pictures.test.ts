import { describe, expect, it } from 'vitest';
import {
  createFingerprint,
  createFingerprintedName,
  matchPictures,
  parsePossibleSkus,
  selectPictures,
  findWantedPictures,
} from './sku-pictures.ts';
import type { SkuMatch, PictureFile, ProductPicture } from './sku-pictures.ts';

const random = 'f'.repeat(32);

function file(path: string, more: Partial<PictureFile> = {}): PictureFile {
  return {
    path,
    size: 9,
    fingerprint: createFingerprint(path.length, 9),
    content: { file: new File([], path) },
    ...more,
  };
}

function match(name: string, sku = name, exact = true): SkuMatch {
  return { name, exact, id: sku, sku, title: sku, images: [] };
}

describe('files of pictures', () => {
  it('are ordered by name, without hidden system files', () => {
    const paths = [
      'b-10.jpg',
      '__MACOSX/b.jpg',
      '.oculto.jpg',
      'b-2.JPG',
      'fotos/.x/b.jpg',
      'Thumbs.db',
      'b.webp',
    ];
    const { pictures, left } = selectPictures(paths.map((path) => file(path)));
    expect(pictures.map(({ path }) => path)).toEqual(['b-2.JPG', 'b-10.jpg', 'b.webp']);
    expect(left).toEqual([]);
  });

  it('that cannot be pictures are left out with the reason', () => {
    const { pictures, left } = selectPictures([
      file('lista.pdf'),
      file('vazia.png', { size: 0 }),
      file('grande.png', { size: 51 * 1024 * 1024 }),
      file('semextensao'),
    ]);
    expect(pictures).toEqual([]);
    expect(left).toEqual([
      { path: 'grande.png', reason: 'O arquivo passa de 50 MB.' },
      { path: 'lista.pdf', reason: 'Não é uma imagem PNG, JPEG, WebP, GIF, AVIF nem SVG.' },
      { path: 'semextensao', reason: 'Não é uma imagem PNG, JPEG, WebP, GIF, AVIF nem SVG.' },
      { path: 'vazia.png', reason: 'O arquivo está vazio.' },
    ]);
  });

  it.each([
    ['CAFE-250.jpg', [['CAFE-250', 0]]],
    [
      'verao/A-1-2.jpg',
      [
        ['A-1-2', 0],
        ['A-1', 2],
      ],
    ],
    [
      'A_03.png',
      [
        ['A_03', 0],
        ['A', 3],
      ],
    ],
    [
      'Caju (2).jpeg',
      [
        ['Caju (2)', 0],
        ['Caju', 2],
      ],
    ],
    [
      'a.b.c-4.gif',
      [
        ['a.b.c-4', 0],
        ['a.b.c', 4],
      ],
    ],
    ['A-100.jpg', [['A-100', 0]]],
    [' Açaí .jpg'.normalize('NFD'), [['Açaí', 0]]],
    ['-2.jpg', [['-2', 0]]],
  ])('%j may mean %j', (path, expected) => {
    const names = parsePossibleSkus(path).map(({ name, number }) => [name, number]);
    expect(names.slice(0, expected.length)).toEqual(expected);
  });

  it('belong to the exact SKU before a numbered one, and to either before a similar one', () => {
    const found = [
      match('A-1'),
      match('A-1-2'),
      match('A', 'Á', false),
      match('B-2', 'B_2', false),
      match('B'),
    ];
    const { products, left } = matchPictures(
      ['A-1.jpg', 'A-1-2.jpg', 'A-1-3.jpg', 'B-2.jpg', 'C.jpg'].map((path) => file(path)),
      found,
    );
    const names = products.map(({ product, files }) => [
      product.sku,
      ...files.map(({ file: { path } }) => path),
    ]);
    expect(names).toEqual([
      ['A-1', 'A-1.jpg', 'A-1-3.jpg'],
      ['A-1-2', 'A-1-2.jpg'],
      ['B', 'B-2.jpg'],
    ]);
    expect(left).toEqual([{ path: 'C.jpg', reason: 'Nenhum produto tem o SKU "C".' }]);
  });

  it('have no product where several match, and one picture of each number is used', () => {
    const found = [match('pao', 'Pão', false), match('pao', 'PÁO', false), match('A')];
    const { products, left } = matchPictures(
      ['pao.jpg', 'x/A.png', 'A.jpg', 'A-2.jpg', 'A_2.jpg'].map((path) => file(path)),
      found,
    );
    expect(products).toHaveLength(1);
    expect(left).toEqual([
      { path: 'pao.jpg', reason: 'Corresponde a mais de um SKU: Pão, PÁO.' },
      { path: 'A.jpg', reason: 'Repetida: "x/A.png" já é esta imagem do SKU A.' },
      { path: 'A_2.jpg', reason: 'Repetida: "A-2.jpg" já é esta imagem do SKU A.' },
    ]);
  });
});

describe('the pictures of a product', () => {
  const [main, two, three] = [file('A.jpg'), file('A-02.jpg'), file('A-0003.jpg')];
  const stored = (of: PictureFile, is_main = false): ProductPicture => ({
    url: `/storage/v1/object/public/product-images/main/${createFingerprintedName(of.fingerprint ?? '', random)}.jpg`,
    is_main,
  });
  const other = { url: '/storage/v1/object/public/product-images/main/outra.jpg', is_main: true };

  function wanted(images: ProductPicture[], files: PictureFile[], mode: 'add' | 'replace') {
    const numbered = files.map((one) => ({
      file: one,
      number: one === main ? 0 : one === two ? 2 : 3,
    }));
    const product = { id: 'a', sku: 'A', title: 'A', images };
    return findWantedPictures({ product, files: numbered }, mode);
  }

  it('are the main one and the others for a product without pictures', () => {
    for (const mode of ['add', 'replace'] as const)
      expect(wanted([], [main, two], mode)).toEqual([
        { file: main, is_main: true },
        { file: two, is_main: false },
      ]);
    expect(wanted([], [two], 'add')).toEqual([{ file: two, is_main: false }]);
  });

  it('are added after the existing ones, whose main one stays', () => {
    expect(wanted([other], [main, two], 'add')).toEqual([
      other,
      { file: main, is_main: false },
      { file: two, is_main: false },
    ]);
  });

  it('replace the existing ones, except a main one without a replacement', () => {
    expect(wanted([other, stored(three)], [main, two], 'replace')).toEqual([
      { file: main, is_main: true },
      { file: two, is_main: false },
    ]);
    expect(wanted([other, stored(three)], [two], 'replace')).toEqual([
      other,
      { file: two, is_main: false },
    ]);
  });

  it('are stored once: the same files again add only the missing ones, or none', () => {
    const all = [stored(main, true), stored(two)];
    expect(wanted(all, [main, two], 'add')).toBeUndefined();
    expect(wanted(all, [main, two], 'replace')).toBeUndefined();
    expect(wanted(all, [main, two, three], 'add')).toEqual([
      ...all,
      { file: three, is_main: false },
    ]);
    expect(wanted(all, [main, two, three], 'replace')).toEqual([
      ...all,
      { file: three, is_main: false },
    ]);
    expect(wanted([stored(main, true)], [two], 'replace')).toEqual([
      stored(main, true),
      { file: two, is_main: false },
    ]);
    const changed = file('A.jpg', { fingerprint: createFingerprint(1, 9) });
    expect(wanted(all, [changed, two], 'add')).toHaveLength(3);
  });
});
