import { ImportPage } from '#crud/import/import-page.tsx';
import { productSheet } from './product-sheet.ts';

/** /produtos/importar */
export function ProductsImportPage() {
  return <ImportPage importing={productSheet} />;
}
