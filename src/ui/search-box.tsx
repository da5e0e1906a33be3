import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { IconButton } from './button.tsx';
import { controlClass } from './fields/control-class.ts';

export type SearchBoxProps = {
  /** The placeholder, which names the box too. */
  label: string;
  value: string;
  /** Called shortly after the last key, at once on Enter and when the box is cleared. */
  onSearch: (text: string) => void;
  /** In a dialog: the focus begins here. */
  first?: boolean;
};

/** The typed text shows at once; the search follows when the typing pauses. */
export function SearchBox({ label, value, onSearch, first }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  // The address changed under the box (Back, 'Limpar'): what it says now wins over the old text.
  if (value !== seen) {
    setSeen(value);
    if (value !== typed.trim()) setTyped(value);
  }
  const searchLater = useEffectEvent(onSearch);
  useEffect(
    function searchWhenTypingPauses() {
      if (typed.trim() === value) return;
      const timer = setTimeout(() => searchLater(typed.trim()), pause);
      return () => clearTimeout(timer);
    },
    [typed, value],
  );
  const search = (text: string) => (setTyped(text), onSearch(text.trim()));
  return (
    <div role="search" className="relative min-w-0 flex-1 basis-full sm:basis-56">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted"
      />
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
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search(typed);
          if (event.key === 'Escape' && typed) search('');
        }}
      />
      {typed && (
        <IconButton
          label="Limpar busca"
          icon={<X />}
          className="absolute top-1/2 right-0.5 -translate-y-1/2"
          onClick={() => (search(''), input.current?.focus())}
        />
      )}
    </div>
  );
}

/** Milliseconds. */
const pause = 250;
