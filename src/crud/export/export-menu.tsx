import Download from 'lucide-react/icons/download';
import { useRef, useState } from 'react';
import { getErrorMessage } from '#lib/error-message.ts';
import { loadCode } from '#lib/load-code.ts';
import { formatCountWithNoun } from '#lib/text.ts';
import { createSameUserCheck } from '#lib/user-change.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { toast, removeToasts } from '#ui/toast.ts';
import type { Area } from '../area.ts';
import type { Selection } from '../selection/selection.ts';
import type { ListController } from '../list/use-list.ts';
import type { ExportColumn } from './sheet-cell.ts';
import type { SheetCell, SheetFormat } from './write-sheet.ts';

export type ExportScope = 'shown' | 'all' | Selection;

/** The columns of an area's export, and a function that yields the rows in parts. */
export type AreaExport = {
  columns: readonly ExportColumn[];
  rows: (what: ExportScope, signal: AbortSignal) => AsyncIterable<SheetCell[][]>;
};

export type ExportMenuProps = {
  area: Area;
  /** The visible list. Its search, filters and hidden columns limit the export 'O que a lista mostra'. */
  list?: Pick<ListController<never>, 'isFiltered' | 'hidden'>;
  /** The selected rows, which are exported instead of the visible list. */
  selection?: Selection;
  /** Loads the code of the export. Called when the user starts an export. */
  load: () => Promise<AreaExport>;
};

/** Renders the menu 'Exportar', which downloads the visible list, all records, or the selection. */
export function ExportMenu({ area, list, selection, load }: ExportMenuProps) {
  const [written, setWritten] = useState<number>();
  const running = useRef<AbortController>(null);
  const about = ['export', area.table];
  async function run(format: SheetFormat, what: ExportScope) {
    const controller = new AbortController();
    const isSameUser = createSameUserCheck();
    running.current = controller;
    setWritten(0);
    try {
      const [{ columns, rows }, { exportRows }] = await loadCode(() =>
        Promise.all([load(), import('./write-sheet.ts')]),
      );
      const hidden = what === 'shown' ? list?.hidden : undefined;
      const isShown = columns.map(({ name, shownIn = name }) => !hidden?.has(shownIn));
      const onCount = (count: number) => (isSameUser() ? setWritten(count) : controller.abort());
      const parts = counted(rows(what, controller.signal), isShown, onCount);
      await exportRows(area, format, shown(columns, isShown), parts);
      removeToasts(about, 'error');
    } catch (error) {
      if (!controller.signal.aborted && isSameUser())
        toast.error(`Falha ao exportar: ${getErrorMessage(error)}`, { about });
    } finally {
      setWritten(undefined);
    }
  }
  const items: [what: ExportScope, words: string][] = selection
    ? [[selection, 'A seleção']]
    : list?.isFiltered || list?.hidden.size
      ? [
          ['shown', 'O que a lista mostra'],
          ['all', 'Tudo'],
        ]
      : [['all', 'Tudo']];
  const label = selection ? 'Exportar seleção' : 'Exportar';
  return (
    <>
      <Menu
        label={label}
        trigger={<Trigger label={label} quiet={!selection} />}
        triggerClass={
          selection ? buttonClass('secondary', 'sm') : `${buttonClass()} max-sm:w-9 max-sm:px-0`
        }
      >
        {items.flatMap(([what, words]) =>
          (['xlsx', 'csv'] as const).map((format) => (
            <MenuItem
              key={words + format}
              icon={<Download />}
              onSelect={() => void run(format, what)}
            >
              {words}, em {format.toUpperCase()}
            </MenuItem>
          )),
        )}
      </Menu>
      {written !== undefined && (
        <Dialog
          title="Exportando"
          onClose={() => running.current?.abort()}
          size="sm"
          footer={<Button onClick={() => running.current?.abort()}>Cancelar</Button>}
        >
          <p role="status">{formatCountWithNoun(written, ...area.count)} até agora.</p>
        </Dialog>
      )}
    </>
  );
}

function Trigger({ label, quiet }: { label: string; quiet: boolean }) {
  return (
    <>
      <Download />
      <span className={quiet ? 'max-sm:hidden' : ''}>{label}</span>
    </>
  );
}

async function* counted(
  parts: AsyncIterable<SheetCell[][]>,
  isShown: readonly boolean[],
  onCount: (rows: number) => void,
) {
  let rows = 0;
  for await (const part of parts) {
    rows += part.length;
    onCount(rows);
    yield part.map((cells) => shown(cells, isShown));
  }
}

function shown<Item>(items: readonly Item[], isShown: readonly boolean[]): Item[] {
  return items.filter((_item, place) => isShown[place]);
}
