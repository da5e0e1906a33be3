/** The properties of an area (src/crud/area.ts) that the tests of the schema read. */
export type PanelArea = {
  table: string;
  search: { sort: readonly string[]; also?: Record<string, string> };
};
export type PanelFields = Record<string, PanelField>;
/** The properties of a field (src/crud/fields.ts) that the tests of the schema read. */
export type PanelField = { sheet?: object; kind?: string; unstored?: true; rule?: object };

/**
 * The path of the definitions of areas, in a variable: TypeScript would follow a literal path to the panel's
 * components, which need the types of a browser.
 */
const AREAS: string = '../../src/areas/index.ts';

export const { areas } = (await import(AREAS)) as {
  areas: Record<string, PanelArea> & { products: PanelArea };
};

/** Imports the fields of an area. @param name its name in `areas` */
export async function importAreaFields(name: string): Promise<PanelFields> {
  const schema: { fields: PanelFields } = await import(`../../src/areas/${name}/schema.ts`);
  return schema.fields;
}

const { sort, also = {} } = areas.products.search;

/** The columns that the list of products can be sorted by. */
export const PRODUCT_SORT_COLUMNS: readonly string[] = [
  ...sort,
  ...Object.keys(also).flatMap((order) => (order === 'relevance' ? [] : order.replace('-', ''))),
];
/** The orders of the list of products, ascending and descending (`-name`). */
export const PRODUCT_SORT_ORDERS = PRODUCT_SORT_COLUMNS.flatMap((order) => [order, `-${order}`]);
