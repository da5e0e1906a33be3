import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { getRecordPath, SearchStatus } from '#features/search/search-results.tsx';
import { searchQuery } from '#features/search/search.queries.ts';
import { searchResultLinkClass, searchResultTitleClass } from '#ui/search-result-group.tsx';
import { useDebouncedText } from '#ui/use-debounced.ts';
import { CommandDialog } from './command-dialog.tsx';
import type { CommandDialogProps } from './command-dialog.tsx';
import { groupFoundRecords, useCommandGroups, useManualResults } from './commands.tsx';
import type { CommandOption } from './commands.tsx';

export type CommandMenuProps = Pick<
  CommandDialogProps,
  'text' | 'onType' | 'onClose' | 'onKeyDown'
> & {
  /** Whether the user pressed Enter before the code of the menu had loaded. */
  isEntered: boolean;
};

/**
 * A combobox that finds pages, commands, records and sections of the manual. The focus stays in the input: arrows move
 * the active option, Enter chooses it, Escape closes the menu (WAI-ARIA practices, combobox).
 */
export function CommandMenu({ text, onType, onClose, isEntered }: CommandMenuProps) {
  const listId = useId();
  const typed = text.trim();
  const term = useDebouncedText(typed, 120);
  const query = useQuery(searchQuery(term));
  const commands = useCommandGroups(typed);
  const found = term && typed && !query.isError ? (query.data ?? []) : [];
  const help = useManualResults(typed);
  const groups = [...commands, ...groupFoundRecords(found), ...help];
  const choices = groups.flatMap((group) => group.choices);
  const [chosen, setChosen] = useState<string>();
  const active = Math.max(
    choices.findIndex(({ key }) => key === chosen),
    0,
  );
  const idOf = (choice: CommandOption | undefined) =>
    choice && `${listId}-${choices.indexOf(choice)}`;
  const openFirstFound = useOpenFirstFound(onClose);

  function onKeyDown(event: KeyboardEvent) {
    const step = steps[event.key];
    if (step) setChosen(choices[(active + step + choices.length) % choices.length]?.key);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) enter();
    else return;
    event.preventDefault();
  }

  function enter() {
    // If no page or command matches, wait for the results for the entered text. Do not open a result for an earlier
    // text.
    const isBehind = term !== typed || !query.isSuccess || query.isPlaceholderData;
    if (commands.length === 0 && !chosen && isBehind)
      void openFirstFound(typed, help[0]?.choices[0]);
    else document.getElementById(idOf(choices[active]) ?? '')?.click();
  }

  const enterEarly = useEffectEvent(() => isEntered && enter());
  useEffect(function applyEarlyEnter() {
    enterEarly();
  }, []);

  return (
    <CommandDialog
      text={text}
      onType={(next) => (setChosen(undefined), onType(next))}
      onClose={onClose}
      onKeyDown={onKeyDown}
      list={{ id: listId, active: idOf(choices[active]) }}
    >
      {typed && <SearchStatus query={query} term={typed} count={choices.length} />}
      <div role="listbox" id={listId} aria-label="Resultados">
        {groups.map(({ title, choices: some }) => (
          <div key={title} role="group" aria-label={title} className="pb-1">
            {/* Hidden from screen readers: the group already has this accessible name. */}
            <p aria-hidden="true" className={searchResultTitleClass}>
              {title}
            </p>
            {some.map((choice) => (
              <Option
                key={choice.key}
                id={idOf(choice)}
                choice={choice}
                active={choice === choices[active]}
                onPoint={() => setChosen(choice.key)}
                onTaken={onClose}
              />
            ))}
          </div>
        ))}
      </div>
    </CommandDialog>
  );
}

const steps: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

type OptionProps = {
  id: string | undefined;
  choice: CommandOption;
  active: boolean;
  onPoint: () => void;
  onTaken: () => void;
};

function Option({ id, choice, active, onPoint, onTaken }: OptionProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(
    function scrollToActiveOption() {
      if (active) element.current?.scrollIntoView({ block: 'nearest' });
    },
    [active],
  );
  const option = {
    id,
    role: 'option',
    'aria-selected': active,
    tabIndex: -1,
    className: `${searchResultLinkClass} w-full text-left aria-selected:bg-accent-soft`,
    children: choice.line,
  };
  return (
    // The option under the pointer becomes the active option. `preventDefault` leaves the focus in the input.
    <div
      ref={element}
      role="presentation"
      onPointerMove={() => active || onPoint()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onTaken}
    >
      {'to' in choice ? (
        <Link to={choice.to} {...option} />
      ) : (
        <button type="button" onClick={choice.run} {...option} />
      )}
    </div>
  );
}

/**
 * Returns a function that waits for the results of a text, and opens the first record. Without records, it opens the
 * page `otherwise`; without that page, the menu stays open.
 */
function useOpenFirstFound(onClose: () => void) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async function openFirstFound(text: string, otherwise: CommandOption | undefined) {
    const found = await queryClient.fetchQuery(searchQuery(text)).catch(() => []);
    const place = otherwise && 'to' in otherwise ? otherwise.to : undefined;
    const address = getRecordPath(found[0]) ?? place;
    if (!address) return;
    onClose();
    await navigate({ to: address });
  };
}
