import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { ComponentType } from 'react';
import { formatCount } from '#lib/text.ts';
import X from 'lucide-react/icons/x';
import { Button, IconButton } from '#ui/button.tsx';
import { modalDialogs } from '#ui/modal-dialogs.ts';
import { narrowWindowMediaQuery, useMediaQuery } from '#ui/use-media.ts';
import { adaptToGender, formatCountInGender } from '../area.ts';
import type { Area } from '../area.ts';
import type { RowPage } from '../rows.queries.ts';
import type { ListState } from '../views/filters.ts';
import {
  getRangeAnchor,
  countSelected,
  createSelectionPredicate,
  emptySelection,
  setSelection,
  selectRows,
  useSelection,
} from './selection.ts';
import type { RowId, Selection } from './selection.ts';
import type { ListParams } from '../list-search.ts';

/** The props of the commands for a selection. `params` are the URL parameters of the list. `onDone` deselects all. */
export type SelectionCommandProps = {
  selection: Selection;
  params: ListParams;
  onDone: () => void;
};

export type SelectionBarProps<Row> = {
  list: Pick<ListState, 'area' | 'params' | 'isFiltered'>;
  /** Whether a row is protected: the user can neither select nor delete it. */
  isProtected?: (id: RowId) => boolean;
  page: RowPage<Row>;
  /** Whether the user can select all matches, not only loaded rows. */
  matching: boolean;
  /** The commands for the selection. */
  Actions: ComponentType<SelectionCommandProps>;
};

/**
 * Renders a bar at the bottom of the window while rows are selected. The bar has the number of selected rows and the
 * commands for them.
 */
export function SelectionBar<Row extends { id: string | number }>(props: SelectionBarProps<Row>) {
  const { list, isProtected, page, matching, Actions } = props;
  const { path } = list.area;
  const selection = current(useSelection(path), page);
  const count = countSelected(selection);
  // The dialogs of the commands are inside the bar: render the bar until they close, even if no row is selected then.
  const hasDialog = useSyncExternalStore(modalDialogs.subscribe, isDialogOpen);
  const { bar, before } = useFocusReturn(path);
  function done() {
    // The bar contains the focus and unmounts: move the focus to the first of these elements that still exists.
    const places = [before.current, anchorBox(path), document.getElementById('conteudo')];
    setSelection(path, emptySelection);
    const place = places.find((one) => one instanceof HTMLElement && one.isConnected);
    if (place instanceof HTMLElement) place.focus({ preventScroll: true });
  }
  const text = countText(list.area, selection, page);
  return (
    <>
      {/* Render the status before the first selection: screen readers often do not announce a new status element. */}
      <p role="status" className="sr-only">
        {count > 0 && text}
      </p>
      {(count > 0 || hasDialog) && (
        <section
          aria-label="Seleção"
          tabIndex={-1}
          data-selection-bar
          className="appear sticky bottom-4 z-20 mx-auto mt-4 flex w-fit max-w-full flex-wrap outline-none items-center gap-2 rounded-card border border-line bg-surface py-2 pr-2 pl-4 shadow-floating max-md:bottom-[calc(4rem+env(safe-area-inset-bottom))] max-sm:w-full"
          ref={bar}
        >
          <p aria-hidden="true" className="mr-auto py-1 font-semibold max-sm:w-full">
            {text}
          </p>
          <Offers
            list={list}
            isProtected={isProtected}
            page={page}
            selection={selection}
            matching={matching}
            // The clicked button unmounts: keep the focus in the bar.
            onDone={() => bar.current?.focus()}
          />
          <Actions selection={selection} params={list.params} onDone={done} />
          <IconButton
            label="Desmarcar tudo"
            icon={<X />}
            className="max-sm:absolute max-sm:top-2 max-sm:right-2"
            onClick={done}
          />
        </section>
      )}
    </>
  );
}

type OffersProps<Row> = Omit<SelectionBarProps<Row>, 'Actions'> & {
  selection: Selection;
  onDone: () => void;
};

/**
 * Renders the button that extends the selection: to the page if the header's checkbox is not visible and the page is
 * not selected yet, otherwise to all matches. Renders nothing if the selection cannot be extended.
 */
function Offers<Row extends { id: string | number }>(props: OffersProps<Row>) {
  const { list, isProtected, page, selection, matching, onDone } = props;
  const { area, params } = list;
  const { total, more } = page;
  const noHead = useMediaQuery(narrowWindowMediaQuery);
  const ids = page.rows.flatMap(({ id }) => (isProtected?.(id) ? [] : id));
  if (noHead && !ids.every(createSelectionPredicate(selection)))
    return (
      <Button size="sm" onClick={() => (selectRows(area.path, ids, true), onDone())}>
        Selecionar a página
      </Button>
    );
  const isAll = 'matching' in selection && selection.except.length === 0;
  if (!matching || isAll || (!more && total <= countSelected(selection))) return null;
  const all = { matching: params, total, more, except: [] };
  return (
    <Button size="sm" onClick={() => (setSelection(area.path, all), onDone())}>
      {allText(list, page)}
    </Button>
  );
}

function allText<Row>({ area, isFiltered }: OffersProps<Row>['list'], page: RowPage<Row>): string {
  const [, many] = area.count;
  const total = formatCount(page.total);
  if (!isFiltered) return `Selecionar tudo (${page.more ? 'mais de ' : ''}${total} ${many})`;
  return page.more
    ? `Selecionar ${adaptToGender(area, 'todos')} ${adaptToGender(area, 'os')} que correspondem (mais de ${total})`
    : `Selecionar ${adaptToGender(area, 'os')} ${total} que correspondem`;
}

/** Returns the text for the number of selected rows, for example '12 selecionados, 3 fora desta página'. */
function countText<Row extends { id: string | number }>(
  area: Pick<Area, 'adding'>,
  selection: Selection,
  page: RowPage<Row>,
) {
  const count = countSelected(selection);
  const shown = page.rows.filter(({ id }) => createSelectionPredicate(selection)(id)).length;
  const text = formatCountInGender(area, count, 'selecionado', 'selecionados');
  if ('matching' in selection) return selection.more ? `Mais de ${text}` : text;
  return count > shown ? `${text}, ${formatCount(count - shown)} fora desta página` : text;
}

/** Whether a dialog of the bar's commands is open. */
function isDialogOpen(): boolean {
  return modalDialogs.get().some((dialog) => dialog.closest('[data-selection-bar]'));
}

/** Returns the selection. A selection of all matches gets the current number of matches. */
function current<Row>(selection: Selection, { total, more }: RowPage<Row>): Selection {
  return 'matching' in selection ? { ...selection, total, more } : selection;
}

/**
 * Returns the refs of the bar (`bar`) and of the element that had the focus before the bar got it (`before`). Also
 * makes Escape move the focus from the bar back to the rows.
 */
function useFocusReturn(path: string) {
  const bar = useRef<HTMLElement>(null);
  const before = useRef<EventTarget>(null);
  useEffect(function notePreviousFocus() {
    const onFocusIn = ({ target, relatedTarget }: FocusEvent) => {
      const isIn = (element: EventTarget | null) =>
        element instanceof Element && bar.current?.contains(element);
      if (isIn(target) && relatedTarget && !isIn(relatedTarget)) before.current = relatedTarget;
    };
    addEventListener('focusin', onFocusIn);
    return () => removeEventListener('focusin', onFocusIn);
  }, []);
  useEffect(
    function leaveBarOnEscape() {
      const onKeyDown = ({ key }: KeyboardEvent) => {
        const inBar = bar.current?.contains(document.activeElement);
        // An open menu or dialog handles its own Escape.
        if (key !== 'Escape' || !inBar || document.activeElement?.closest('dialog, [popover]'))
          return;
        (anchorBox(path) ?? document.querySelector<HTMLElement>('.row-check'))?.focus();
      };
      addEventListener('keydown', onKeyDown);
      return () => removeEventListener('keydown', onKeyDown);
    },
    [path],
  );
  return { bar, before };
}

function anchorBox(path: string): HTMLElement | null {
  return document.querySelector(`.row-check[value="${getRangeAnchor(path)}"]`);
}
