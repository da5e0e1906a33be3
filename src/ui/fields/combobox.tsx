import ChevronDown from 'lucide-react/icons/chevron-down';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, Ref } from 'react';
import { foldText } from '#lib/text.ts';
import { controlClass } from './control-class.ts';

export type ComboboxProps = {
  options: readonly (readonly [value: string, text: string])[];
  value: string;
  onChange: (value: string) => void;
  /** The text for no value: the placeholder, and also the first option unless `isNoneFixed`. */
  none: string;
  isNoneFixed?: boolean;
  /** The accessible name, if the combobox has no `<label>`. */
  'aria-label'?: string;
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  className?: string;
  'data-autofocus'?: boolean;
  required?: boolean;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
};

/**
 * A select for many options: the complete list opens under or above the input, and the text of the input filters it.
 * The focus stays in the input. Arrows move the active option, and Enter chooses it. Escape closes the list, and the
 * input shows the chosen option again (WAI-ARIA practices, combobox with list autocomplete).
 */
export function Combobox(props: ComboboxProps) {
  const { options, value, onChange, none, isNoneFixed, className = '', ...rest } = props;
  const { onBlur, required, ...control } = rest;
  const listId = useId();
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  // The text that the user has entered; undefined before the first letter, and after the list has closed.
  const [typed, setTyped] = useState<string>();
  const [pointed, setPointed] = useState<string>();
  const text = options.find(([each]) => each === value)?.[1] ?? '';
  const all = isNoneFixed ? options : ([['', none], ...options] as const);
  const shown = typed?.trim() ? matching(options, typed) : all;
  const places = [pointed, typed === undefined ? value : undefined].map((wanted) =>
    shown.findIndex(([each]) => each === wanted),
  );
  const active = Math.max(places.find((index) => index >= 0) ?? 0, 0);
  const open = () => (setOpen(true), setPointed(undefined));
  const close = () => (setOpen(false), setTyped(undefined));
  const take = (next: string | undefined) => {
    close();
    if (next !== undefined && next !== value) onChange(next);
    // Select the chosen text, so that the next letter replaces it.
    setTimeout(() => box.current?.querySelector('input')?.select());
  };

  function onKeyDown(event: KeyboardEvent) {
    const move = moves[event.key];
    // Open the list on Enter: in a closed native select, Enter does not submit the form either.
    if (!isOpen && (move !== undefined || event.key === 'Enter')) open();
    else if (move !== undefined && shown.length > 0)
      setPointed(shown[Math.min(Math.max(active + move, 0), shown.length - 1)]?.[0]);
    else if (isOpen && event.key === 'Enter' && !event.nativeEvent.isComposing)
      take(shown[active]?.[0]);
    else if (isOpen && event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div ref={box} className={`relative ${className}`}>
      <input
        {...control}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen && shown.length > 0 ? `${listId}-${active}` : undefined}
        aria-required={required}
        autoComplete="off"
        spellCheck={false}
        value={typed ?? text}
        placeholder={isOpen && text ? text : none}
        className={`${controlClass} cursor-default truncate pr-8 placeholder:text-ink ${value && control['aria-label'] ? 'border-accent font-medium' : ''}`}
        onClick={({ currentTarget }) => (currentTarget.select(), isOpen || open())}
        onChange={({ target }) => (setTyped(target.value), setPointed(undefined), setOpen(true))}
        onKeyDown={onKeyDown}
        onBlur={() => (close(), onBlur?.())}
      />
      <ChevronDown className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-muted" />
      {isOpen && (
        <Choices
          id={listId}
          below={() => box.current}
          options={shown}
          value={value}
          active={active}
          onPoint={setPointed}
          onTake={take}
        />
      )}
    </div>
  );
}

const moves: Partial<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 8,
  PageUp: -8,
};

type Pairs = ComboboxProps['options'];

/** Returns the options that contain every word of `typed`, in any order; case and accents are ignored. */
function matching(options: Pairs, typed: string): Pairs {
  const words = foldText(typed).split(/\s+/);
  return options.filter(([, text]) => words.every((word) => foldText(text).includes(word)));
}

type ChoicesProps = {
  id: string;
  below: () => HTMLElement | null;
  options: Pairs;
  value: string;
  active: number;
  onPoint: (value: string) => void;
  onTake: (value: string) => void;
};

/** The options, in a popover under or above the input. */
function Choices({ id, below, options, value, active, onPoint, onTake }: ChoicesProps) {
  const popup = useRef<HTMLDivElement>(null);
  useEffect(function openUnderInput() {
    const list = popup.current;
    list?.showPopover();
    const placeIt = () => list && place(list, below());
    placeIt();
    addEventListener('scroll', placeIt, { capture: true, passive: true });
    addEventListener('resize', placeIt);
    return () => {
      removeEventListener('scroll', placeIt, { capture: true });
      removeEventListener('resize', placeIt);
    };
    // Run only once: `below` is a new function at each render, but always returns the same element.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  useEffect(
    function scrollToActiveOption() {
      document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
    },
    [id, active],
  );
  return (
    <div
      ref={popup}
      popover="manual"
      className="fixed inset-auto m-0 overflow-y-auto overscroll-contain rounded-card border border-line bg-surface p-1 text-ink shadow-floating"
      role="presentation"
      // Prevent the default action of mousedown, so that a click on an option leaves the focus in the input.
      onMouseDown={(event) => event.preventDefault()}
    >
      {/* Do not repeat the input's name: a test that looks for that name must find only the input. */}
      <div role="listbox" id={id} aria-label="Opções">
        {options.map(([each, text], index) => (
          // No key handler: the focus stays in the input, which handles the keys.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={each}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={each === value}
            data-active={index === active || undefined}
            className={`min-h-8 cursor-default rounded-control px-2.5 py-1.5 text-sm wrap-anywhere data-active:bg-hover data-active:outline-2 data-active:-outline-offset-2 data-active:outline-focus aria-selected:font-semibold pointer-coarse:min-h-11 pointer-coarse:py-3 ${each === '' ? 'text-muted' : ''}`}
            onPointerMove={() => index === active || onPoint(each)}
            onClick={() => onTake(each)}
          >
            {text}
          </div>
        ))}
      </div>
      <p
        role="status"
        className={options.length > 0 ? 'sr-only' : 'px-2.5 py-1.5 text-sm text-muted'}
      >
        {options.length > 0 ? `${options.length} na lista` : 'Nenhuma opção com esse texto.'}
      </p>
    </div>
  );
}

/**
 * Places the list above the input if there are fewer than 240 pixels below the input, and more space above; else under
 * the input. The list is as wide as the input, but at least 256 pixels, and never wider than the window.
 */
function place(list: HTMLElement, box: HTMLElement | null) {
  if (!box) return;
  const { left, top, bottom, width } = box.getBoundingClientRect();
  const room = { below: innerHeight - bottom - margin * 2, above: top - margin * 2 };
  const isBelow = room.below >= Math.min(240, room.above);
  const wide = Math.min(Math.max(width, 256), innerWidth - margin * 2);
  list.style.width = `${wide}px`;
  list.style.maxHeight = `${Math.min(isBelow ? room.below : room.above, 384)}px`;
  list.style.left = `${Math.max(margin, Math.min(left, innerWidth - wide - margin))}px`;
  list.style.top = isBelow ? `${bottom + 4}px` : 'auto';
  list.style.bottom = isBelow ? 'auto' : `${innerHeight - top + 4}px`;
}

/** Minimum distance in pixels between the list and the edge of the window. */
const margin = 8;
