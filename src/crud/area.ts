import type { LucideIcon } from 'lucide-react';
import type { Command, TableName } from '#data/permissions.ts';
import { formatCountWithNoun } from '#lib/text.ts';
import type { ListParamsDefinition } from './list-search.ts';

/** The definition of an area: its paths, titles, nouns and URL parameters. src/areas/index.ts lists all areas. */
export type Area = {
  /** The name of the table. `search_everything` returns it as the `kind` of a record. */
  table: TableName;
  /** The path of the list. */
  path: `/${string}`;
  /** The path of the empty form. */
  add: `/${string}`;
  /** The path of a record's form, with '$id' as the placeholder of its id. */
  edit: `/${string}/$id`;
  /** The title of the sidebar entry and of the list: 'Frutas'. */
  title: string;
  /** The singular for 'Adicionar Fruta' and 'Editar Fruta': 'Fruta'. */
  one: string;
  /** The title of the empty form. It begins with 'Nova' if the noun of the area is feminine. */
  adding: string;
  /** The nouns for counts: 'fruta', 'frutas'. */
  count: readonly [one: string, many: string];
  icon: LucideIcon;
  group: 'catalogue' | 'administration';
  /** The position in the sidebar, in steps of ten. */
  place: number;
  /** Permission required to open the area. */
  opens: Command;
  /** Permission required for the entry in the navigation; by default the permission to add records. */
  listedWith?: Command;
  /**
   * The labels of the list's columns, keyed by column. `fields` of schema.ts also has labels, but some lists do not
   * load schema.ts.
   */
  labels: Readonly<Record<string, string>>;
  /** The search parameters of the list's URL. */
  search: ListParamsDefinition;
};

/**
 * An area with the modules of its pages, which load when a page needs them. This type cannot check the exports of the
 * modules, because the modules import their area: app/area-routes.ts and app/words.ts check the exports.
 */
export type PanelArea = Area & {
  /** The columns of a record, for `makeRecordQueries`; absent if the area has queries of its own. */
  columns?: string;
  /** The columns of the list, if they differ from `columns`. */
  listed?: string;
  /** Loads the module that exports the page of the list as `Page`. */
  list: () => Promise<object>;
  /** Loads the module that exports the page of a record as `Page`. */
  form: () => Promise<object>;
  /**
   * Loads the module for imports: it exports the import page of the area (`Page`), or the spreadsheet settings for the
   * generic import page (`sheet`). Absent if the area has no imports.
   */
  imports?: () => Promise<object>;
  /** Loads the fields of a record, and additional words for its history. */
  words: () => Promise<object>;
};

/** Returns the path of a record's form. */
export function getEditPath({ edit }: Pick<Area, 'edit'>, id: string | number): string {
  return edit.replace('$id', String(id));
}

/**
 * Converts a masculine text to the gender of the area's noun: 'já criado' for 'Novo Registro', 'já criada' for 'Nova
 * Fruta'. For a feminine noun, replaces the ending -o or -os by -a or -as in the first word that has it. Words in -ão
 * or -ãos do not change.
 */
export function adaptToGender({ adding }: Pick<Area, 'adding'>, words: string): string {
  return adding.startsWith('Nova') ? words.replace(/(?<!ã)o(?=s?( |$))/, 'a') : words;
}

/** Returns a count with its words in the gender of the area's noun: '1 selecionado', '2 selecionadas'. */
export function formatCountInGender(
  area: Pick<Area, 'adding'>,
  count: number,
  one: string,
  many: string,
): string {
  return formatCountWithNoun(count, adaptToGender(area, one), adaptToGender(area, many));
}

/** Returns the labels of the list's sortable columns, keyed by column. */
export function getSortLabels({ labels, search }: Pick<Area, 'labels' | 'search'>) {
  return Object.fromEntries(search.sort.map((name) => [name, labels[name] ?? name]));
}

/** Returns 'Todos' or 'Todas', in the gender of the area's noun. */
export function allLabel(area: Pick<Area, 'adding'>): string {
  return adaptToGender(area, 'Todos');
}

/** Returns the message after the restoration of a record: 'Registro restaurado.', 'Fruta restaurada.' */
export function restoredMessage(area: Pick<Area, 'one' | 'adding'>): string {
  return `${area.one} ${adaptToGender(area, 'restaurado')}.`;
}

/**
 * Returns the noun of a record with the words before it: 'o registro', 'do registro', 'este registro' …; 'a fruta', 'da
 * fruta', 'esta fruta' …
 */
export function getRecordPhrases({ adding, count: [one] }: Pick<Area, 'adding' | 'count'>) {
  const isFeminine = adding.startsWith('Nova');
  const the = isFeminine ? 'a' : 'o';
  const end = isFeminine ? 'a' : '';
  return {
    the: `${the} ${one}`,
    of: `d${the} ${one}`,
    this: `est${end || 'e'} ${one}`,
    a: `um${end} ${one}`,
    none: `Nenhum${end} ${one}`,
    another: `outr${the}`,
  };
}

export function getEditTitle({ one }: Pick<Area, 'one'>): string {
  return `Editar ${one}`;
}
