import type { products } from '../area.ts';
import type { AreaExport } from '#crud/export/export-menu.tsx';
import { createSheetCell } from '#crud/export/sheet-cell.ts';
import type { ParamsOf } from '#crud/list-search.ts';
import type { Selection } from '#crud/selection/selection.ts';
import { productImport } from './product-sheet.ts';
import { readExportStep } from '../queries.ts';

/**
 * Returns the export of products: the products of a list, the selected products or all products. The export has the
 * columns that an import accepts.
 */
export function createProductsExport(params: ParamsOf<typeof products>): AreaExport {
  const { columns } = productImport;
  return {
    columns,
    async *rows(what, signal) {
      const { ordem } = params;
      const question = what === 'shown' ? params : what === 'all' ? { ordem } : chosen(what, ordem);
      for (let after = undefined; ;) {
        const { rows, next } = await readExportStep(question, after, signal);
        yield rows.map((row) => columns.map((column) => createSheetCell(column, row)));
        if (!next) return;
        after = next;
      }
    },
  };
}

function chosen(selection: Selection, ordem: string) {
  if ('ids' in selection) return { ordem, ids: selection.ids };
  return { ...selection.matching, ordem, except: selection.except };
}
