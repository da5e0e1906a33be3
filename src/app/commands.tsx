import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import LogOut from 'lucide-react/icons/log-out';
import Plus from 'lucide-react/icons/plus';
import type { ReactNode } from 'react';
import { getEditPath } from '#crud/area.ts';
import { listRecentRecords } from '#data/recent-records.ts';
import { manualPagesQuery } from '#features/ajuda/manual.queries.ts';
import { useMay } from '#features/auth/profile.queries.ts';
import { groupByArea, SearchResultContent } from '#features/search/search-results.tsx';
import type { SearchResult } from '#features/search/search.queries.ts';
import { foldText } from '#lib/text.ts';
import { SearchResultIcon } from '#ui/search-result-group.tsx';
import { findAddableAreas, allAreas, findListedAreas, areaOf } from '#areas/index.ts';
import {
  helpPageInfo,
  dashboardPageInfo,
  findAllowedOverviews,
  perfilPageInfo,
} from '#areas/overviews.ts';
import { createSignOutState } from './sign-out-state.ts';
import { themeChoices } from './theme-choice.tsx';
import { chooseTheme, useTheme } from './theme.ts';

/** An option of the command menu: a link (`to`) or a command (`run`). `line` is the content of the option. */
export type CommandOption = { key: string; line: ReactNode } & (
  | { to: string }
  | { run: () => void }
);

export type CommandOptionGroup = { title: string; choices: CommandOption[] };

/** Returns recent records, pages and actions; for entered text, pages and actions whose label contains all words. */
export function useCommandGroups(typed: string): CommandOptionGroup[] {
  const navigate = useNavigate();
  const theme = useTheme();
  const may = useMay();
  const pages = [
    dashboardPageInfo,
    ...findListedAreas(may, allAreas),
    ...findAllowedOverviews(may),
    perfilPageInfo,
    helpPageInfo,
  ].map(({ path, title, icon }) => ({ to: path, label: title, icon }));
  const commands = [
    ...findAddableAreas(may).map(({ add, one }) => ({
      to: add,
      label: `Adicionar ${one}`,
      icon: Plus,
    })),
    ...themeChoices
      .filter(({ value }) => value !== theme)
      .map(({ value, label, Icon }) => ({ run: () => chooseTheme(value), label, icon: Icon })),
    {
      run: () => void navigate({ to: '/login', state: createSignOutState() }),
      label: 'Sair',
      icon: LogOut,
    },
  ];
  const recent = useRecent();
  return [
    { title: 'Abertos recentemente', choices: typed ? [] : recent },
    { title: 'Ir para', choices: pages.filter(matchesWords(typed)).map(choiceOf) },
    { title: 'Ações', choices: commands.filter(matchesWords(typed)).map(choiceOf) },
  ].filter(({ choices }) => choices.length > 0);
}

/** Returns a group of options for each area with found records. */
export function groupFoundRecords(found: readonly SearchResult[]): CommandOptionGroup[] {
  return groupByArea(found).map(({ area, records }) => ({
    title: area.title,
    choices: records.map((record) => ({
      key: getEditPath(area, record.id),
      to: getEditPath(area, record.id),
      line: <SearchResultContent area={area} record={record} />,
    })),
  }));
}

/**
 * Returns at most `mostHelp` pages and headings of the manual; none for fewer than three entered characters. Each
 * entered word must be the beginning of a word in the title of the page or in the heading.
 */
export function useManualResults(typed: string): CommandOptionGroup[] {
  const isSearching = typed.length > 2;
  const { data: pages = [] } = useQuery({ ...manualPagesQuery, enabled: isSearching });
  const words = foldText(typed).split(/\s+/);
  const isFound = (text: string) =>
    words.every((word) => ` ${foldText(text)}`.includes(` ${word}`));
  const choices = pages.flatMap(({ slug, title, headings }) => {
    const to = slug ? `${helpPageInfo.path}/${slug}` : helpPageInfo.path;
    const places = [{ to, text: title, of: '' }];
    for (const { id, text } of headings) places.push({ to: `${to}#${id}`, text, of: title });
    return places.filter(({ text, of }) => isFound(`${text} ${of}`));
  });
  if (!isSearching || choices.length === 0) return [];
  return [
    {
      title: helpPageInfo.title,
      choices: choices.slice(0, mostHelp).map(({ to, text, of }) => ({
        key: to,
        to,
        line: <Line icon={helpPageInfo.icon} label={text} detail={of} />,
      })),
    },
  ];
}

/** The maximum number of results from the manual. */
const mostHelp = 6;

/** Returns the last five records that the user opened and may change, except the record on this page. */
function useRecent(): CommandOption[] {
  const may = useMay();
  const { pathname } = useLocation();
  return listRecentRecords()
    .flatMap(({ table, id, title }): CommandOption[] => {
      const area = areaOf(table);
      if (!area || !may('update', table)) return [];
      const to = getEditPath(area, id);
      return [{ key: to, to, line: <Line icon={area.icon} label={title} detail={area.one} /> }];
    })
    .filter(({ key }) => key !== pathname)
    .slice(0, 5);
}

type Named = { label: string; icon: LucideIcon } & ({ to: string } | { run: () => void });

/** Returns a filter for options whose label contains every entered word, in any order. */
function matchesWords(typed: string) {
  const words = foldText(typed).split(/\s+/);
  return ({ label }: Named) => words.every((word) => foldText(label).includes(word));
}

function choiceOf({ label, icon, ...rest }: Named): CommandOption {
  return { key: label, line: <Line icon={icon} label={label} />, ...rest };
}

function Line({ icon, label, detail }: { icon: LucideIcon; label: string; detail?: string }) {
  return (
    <>
      <SearchResultIcon icon={icon} />
      <span className="min-w-0 truncate">{label}</span>
      {detail && <span className="shrink-0 text-xs text-muted">{detail}</span>}
    </>
  );
}
