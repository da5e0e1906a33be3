import { ImportPage } from '#crud/import/import-page.tsx';
import { parceiroSheet } from './parceiro-sheet.ts';

/** /parceiros/importar */
export function ParceirosImportPage() {
  return <ImportPage importing={parceiroSheet} />;
}
