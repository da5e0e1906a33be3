import { ImportPage } from '#crud/import/import-page.tsx';
import { categorySheet } from './category-sheet.ts';

/** /categorias/importar */
export function CategoriesImportPage() {
  return <ImportPage importing={categorySheet} />;
}
