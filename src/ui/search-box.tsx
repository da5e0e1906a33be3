import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { IconButton } from './button.tsx';
import { controlClass } from './fields/control-class.ts';

export type SearchBoxProps = {
  /** The placeholder, which is also the accessible name. */
  label: string;
  value: string;
  /**
   * Called at once for the first letter after a pause, on Enter, and when the user clears the box. For the letters that
   * follow the first letter, it is called once, with the whole text, when the user pauses.
   */
  onSearch: (text: string) => void;
  /**
   * A number that changes when the user stays on the page because of unsaved changes. The search is then cancelled: the
   * box shows `value` again instead of the entered text.
   */
  refused?: number;
  /** Whether a dialog focuses the box when the dialog opens. */
  first?: boolean;
};

/** A search box. It shows each letter at once, but does not call `onSearch` for each letter. */
export function SearchBox({ label, value, onSearch, refused = 0, first }: SearchBoxProps) {
  const shown = { typed: value, seen: value, requested: [], refused };
  const [box, setBox] = useState<Box>(shown);
  const input = useRef<HTMLInputElement>(null);
  if (refused !== box.refused) setBox(shown);
  else if (value !== box.seen) setBox(follow(box, value));
  const { typed } = box;
  function ask(text: string) {
    if (text !== value) setBox((now) => ({ ...now, requested: [...now.requested, text] }));
    onSearch(text);
  }
  const lastTyped = useRef(-Infinity);
  const askNow = useEffectEvent(ask);
  const wanted = typed.trim();
  const isRequested = wanted === (box.requested.at(-1) ?? value);
  useEffect(
    function searchAfterPause() {
      if (isRequested) return;
      const now = performance.now();
      const isTyping = now - lastTyped.current < pause;
      lastTyped.current = now;
      const timer = setTimeout(() => askNow(wanted), isTyping ? pause : 0);
      return () => clearTimeout(timer);
    },
    [wanted, isRequested],
  );
  const type = (text: string) => setBox((now) => ({ ...now, typed: text }));
  const search = (text: string) => (type(text), ask(text.trim()));
  return (
    <div role="search" className="relative min-w-0 flex-1">
      <Search className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted" />
      <input
        ref={input}
        data-autofocus={first}
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        className={`${controlClass} pr-9 pl-8 text-ellipsis [&::-webkit-search-cancel-button]:hidden`}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            // Prevent the default action: if `onSearch` opens a confirmation, Enter would click its focused button.
            event.preventDefault();
            search(typed);
          }
          if (event.key === 'Escape' && typed) search('');
        }}
      />
      {typed && (
        <IconButton
          label="Apagar busca"
          icon={<X />}
          className="absolute top-1/2 right-0.5 -translate-y-1/2"
          onClick={() => (search(''), input.current?.focus())}
        />
      )}
    </div>
  );
}

/** Milliseconds without a key press, after which `onSearch` is called with the text of the box. */
const pause = 150;

type Box = {
  typed: string;
  /** The prop `value` at the last render. */
  seen: string;
  /** The texts that were passed to `onSearch`, but have not arrived as the prop `value` yet. */
  requested: readonly string[];
  /** The prop `refused` at the last render. */
  refused: number;
};

/**
 * Returns the state of the box after a change of `value`. If the box itself has requested the new value, the text of
 * the box stays. Any other value (Back, 'Limpar') replaces this text.
 */
function follow({ typed, requested, refused }: Box, value: string): Box {
  const mine = requested.indexOf(value);
  if (mine >= 0) return { typed, seen: value, requested: requested.slice(mine + 1), refused };
  return { typed: value === typed.trim() ? typed : value, seen: value, requested: [], refused };
}
