import { createElement } from 'react';
import type { ComponentType } from 'react';
import type { ImportArea } from '#crud/import/import-area.ts';
import type { Fields } from '#crud/fields.ts';
import type { ParamsOf } from '#crud/list-search.ts';
import type { Words } from '#crud/words.ts';
import { bannerDetail, bannersList } from '#areas/banners/queries.ts';
import { categoryDetail, categoriesList } from '#areas/categories/queries.ts';
import { distribuidorDetail, distribuidoresList } from '#areas/distribuidores/queries.ts';
import { notificacaoDetail, notificacoesList } from '#areas/notificacoes/queries.ts';
import { parceiroDetail, parceirosList } from '#areas/parceiros/queries.ts';
import { productDetail, productsList } from '#areas/products/queries.ts';
import { usuarioDetail, usuariosList } from '#areas/usuarios/queries.ts';
import type { areas } from './index.ts';

/** The lazy code of an area's pages, loaded by navigation or by hover of a link. */
export type AreaCode<P> = {
  list: () => Promise<ComponentType>;
  form: () => Promise<ComponentType>;
  /** The fields of a record, and further words of its history: the module of the schema. */
  words: () => Promise<Words & { fields: Fields }>;
  /** The queries of the list, and of one record by its id. */
  queries: { list: (params: P) => unknown; one: (id: string) => unknown };
};

type AllCode = { [Name in keyof typeof areas]: AreaCode<ParamsOf<(typeof areas)[Name]>> };

/** The code of each area. Its routes render it, and a visit that begins there loads it at once. */
export const areaCode: AllCode = {
  products: {
    list: async () => (await import('#areas/products/list.tsx')).ProductsListPage,
    form: async () => (await import('#areas/products/form.tsx')).ProductFormPage,
    words: () => import('./products/schema.ts'),
    queries: { list: productsList, one: productDetail },
  },
  categories: {
    list: async () => (await import('#areas/categories/list.tsx')).CategoriesListPage,
    form: async () => (await import('#areas/categories/form.tsx')).CategoryFormPage,
    words: () => import('./categories/schema.ts'),
    queries: { list: categoriesList, one: categoryDetail },
  },
  distribuidores: {
    list: async () => (await import('#areas/distribuidores/list.tsx')).DistribuidoresListPage,
    form: async () => (await import('#areas/distribuidores/form.tsx')).DistribuidorFormPage,
    words: () => import('./distribuidores/schema.ts'),
    queries: { list: distribuidoresList, one: distribuidorDetail },
  },
  parceiros: {
    list: async () => (await import('#areas/parceiros/list.tsx')).ParceirosListPage,
    form: async () => (await import('#areas/parceiros/form.tsx')).ParceiroFormPage,
    words: () => import('./parceiros/schema.ts'),
    queries: { list: parceirosList, one: parceiroDetail },
  },
  usuarios: {
    list: async () => (await import('#areas/usuarios/list.tsx')).UsuariosListPage,
    form: async () => (await import('#areas/usuarios/form.tsx')).UsuarioFormPage,
    words: () => import('./usuarios/schema.ts'),
    queries: { list: usuariosList, one: usuarioDetail },
  },
  notificacoes: {
    list: async () => (await import('#areas/notificacoes/list.tsx')).NotificacoesListPage,
    form: async () => (await import('#areas/notificacoes/form.tsx')).NotificacaoFormPage,
    words: () => import('./notificacoes/schema.ts'),
    queries: { list: notificacoesList, one: notificacaoDetail },
  },
  banners: {
    list: async () => (await import('#areas/banners/list.tsx')).BannersListPage,
    form: async () => (await import('#areas/banners/form.tsx')).BannerFormPage,
    words: () => import('./banners/schema.ts'),
    queries: { list: bannersList, one: bannerDetail },
  },
};

/** The import pages for spreadsheets. */
export const importCode = {
  products: async () =>
    (await import('#areas/products/sheet/products-import.tsx')).ProductsImportPage,
  categories: () =>
    importing(async () => (await import('#areas/categories/sheet.ts')).categorySheet),
  distribuidores: async () =>
    (await import('#areas/distribuidores/import.tsx')).DistribuidoresImportPage,
  parceiros: () => importing(async () => (await import('#areas/parceiros/sheet.ts')).parceiroSheet),
};

/** The import page for pictures by SKU. */
export const skuPicturesCode = async () =>
  (await import('#areas/products/sku-pictures/sku-pictures-page.tsx')).SkuPicturesPage;

/** The import page of an area whose columns are the same for all users. */
async function importing(sheet: () => Promise<ImportArea>): Promise<ComponentType> {
  const parts = [import('#crud/import/import-page.tsx'), sheet()] as const;
  const [{ ImportPage }, area] = await Promise.all(parts);
  return () => createElement(ImportPage, { importing: area });
}
