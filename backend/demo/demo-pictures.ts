import { categories } from './catalogue/all-categories.ts';
import { banners } from './catalogue/banners.ts';
import { distribuidores } from './catalogue/distribuidores.ts';
import { parceiros } from './catalogue/parceiros.ts';
import { bannerDrawing } from './pictures/banner-pictures.ts';
import { logoDrawing } from './pictures/marks.ts';
import { portraitDrawing, type Person } from './pictures/portraits.ts';
import { categoryDrawing, productDrawings } from './pictures/product-pictures.ts';

/** A picture that is still to be drawn; `width` and `height` are pixels. */
export type DemoPicture = {
  bucket: string;
  path: string;
  width: number;
  height: number;
  svg: string;
};

/** Every picture of the demonstration but the portraits, whose folders are named after the logins. */
export function cataloguePictures(): DemoPicture[] {
  return [
    ...categories.flatMap((category) =>
      category.products.flatMap((product) => picturesOfProduct(category, product)),
    ),
    ...categories.map((category) => ({
      ...categoryFile(category.slug),
      width: 600,
      height: 600,
      svg: categoryDrawing(category),
    })),
    ...distribuidores.map(({ slug, logo }) => ({
      ...logoFile('distribuidores', slug),
      ...SQUARE,
      svg: logoDrawing(logo),
    })),
    ...parceiros.map(({ slug, logo }) => ({
      ...logoFile('parceiros', slug),
      ...SQUARE,
      svg: logoDrawing(logo),
    })),
    ...banners.map(({ slug, picture }) => ({
      ...bannerFile(slug),
      width: 1600,
      height: 600,
      svg: bannerDrawing(picture),
    })),
  ];
}

const SQUARE = { width: 400, height: 400 };

function picturesOfProduct(...[category, product]: Parameters<typeof productDrawings>) {
  return productDrawings(category, product).map((svg, position) => ({
    ...productFile(product.sku, position),
    width: 700,
    height: 1000,
    svg,
  }));
}

export function portrait(id: string, person: Person): DemoPicture {
  return { ...portraitFile(id, person), ...SQUARE, svg: portraitDrawing(person) };
}

/** Position 0 is the main image. */
export function productFile(sku: string, position: number) {
  const name = sku.toLowerCase();
  const path = position === 0 ? `main/${name}.webp` : `additional/${name}-${position + 1}.webp`;
  return { bucket: 'product-images', path };
}

export function categoryFile(slug: string) {
  return { bucket: 'images', path: `categories/${slug}.webp` };
}

export function bannerFile(slug: string) {
  return { bucket: 'images', path: `banners/banner-${slug}.webp` };
}

export function logoFile(folder: 'distribuidores' | 'parceiros', slug: string) {
  return { bucket: 'logos', path: `${folder}/${slug}.webp` };
}

/** Whoever owns the login may replace what lies in the folder of its id. */
export function portraitFile(id: string, person: Person) {
  return { bucket: 'avatars', path: `${id}/${person}.webp` };
}
