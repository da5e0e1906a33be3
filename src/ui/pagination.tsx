import ChevronFirst from 'lucide-react/icons/chevron-first';
import ChevronLast from 'lucide-react/icons/chevron-last';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useId } from 'react';
import { IconButton } from './button.tsx';
import { controlClass } from './fields/control-class.ts';

export type PaginationProps = {
  /** The page number: 1 is the first page, -1 the last page, -2 the page before the last page. */
  page: number;
  pages: number;
  /** Whether there are more pages than `pages`: their exact number is unknown. */
  more?: boolean;
  size: number;
  sizes: readonly number[];
  onPage: (page: number) => void;
  /** Called before a click on the button of a page (on hover, focus or pointerdown), to prefetch the page. */
  onNear: (page: number) => void;
  onSize: (size: number) => void;
};

export function Pagination({
  page,
  pages,
  more = false,
  size,
  sizes,
  onPage,
  onNear,
  onSize,
}: PaginationProps) {
  const id = useId();
  const isLast = more ? page === -1 : page >= pages;
  const steps = [
    { label: 'Primeira página', icon: <ChevronFirst />, to: 1, off: page === 1 },
    { label: 'Página anterior', icon: <ChevronLeft />, to: page - 1, off: page === 1 },
    { label: 'Próxima página', icon: <ChevronRight />, to: page + 1, off: isLast },
    { label: 'Última página', icon: <ChevronLast />, to: more ? -1 : pages, off: isLast },
  ];
  const buttons = steps.map(({ label, icon, to, off }) => (
    <IconButton
      key={label}
      label={label}
      icon={icon}
      disabled={off}
      onClick={() => onPage(to)}
      {...(!off && near(() => onNear(to)))}
    />
  ));
  return (
    <nav aria-label="Paginação" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="flex items-center gap-2 text-muted">
        <label htmlFor={id} className="whitespace-nowrap">
          Linhas por página
        </label>
        <select
          id={id}
          value={size}
          className={`${controlClass} w-auto! shrink-0`}
          onChange={(event) => onSize(Number(event.target.value))}
        >
          {sizes.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </div>
      <div className="flex items-center">
        {buttons.slice(0, 2)}
        <span className="min-w-12 px-1 text-center">
          {pageText(page)}/{pages}
          {more && '+'}
        </span>
        {buttons.slice(2)}
      </div>
    </nav>
  );
}

/**
 * Returns handlers that call `tell` on hover, focus and pointerdown. Hover and focus are not enough: a second click on
 * the same button causes neither event.
 */
function near(tell: () => void) {
  return { onPointerEnter: tell, onPointerDown: tell, onFocus: tell };
}

function pageText(page: number): string {
  if (page > 0) return String(page);
  return page === -1 ? 'última' : `última − ${-page - 1}`;
}
