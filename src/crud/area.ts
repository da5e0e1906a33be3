import type { LucideIcon } from 'lucide-react';
import type { Command, TableName } from '#data/permissions.ts';
import { countOf } from '#lib/text.ts';
import type { ListSearch } from './list-search.ts';

/** An area of list and form, as the rest of the panel refers to it; see src/areas/index.ts. */
export type Area = {
  /** The table, which is also the kind of its records in search_everything. */
  table: TableName;
  /** The paths of the list, of the empty form and of a record's form; '$id' stands for the id. */
  path: `/${string}`;
  add: `/${string}`;
  edit: `/${string}/$id`;
  /** The title of the sidebar entry and of the list: 'Produtos'. */
  title: string;
  /** The singular for 'Adicionar Produto' and 'Editar Produto': 'Produto'. */
  one: string;
  /** The title of the empty form. */
  adding: string;
  /** The nouns for counts: 'produto', 'produtos'. */
  count: readonly [one: string, many: string];
  icon: LucideIcon;
  group: 'catalogue' | 'administration';
  /** The position in the sidebar, in steps of ten. */
  place: number;
  /** Permission required to open the area. */
  opens: Command;
  /** Permission required for the entry in the navigation; by default the permission to add records. */
  listedWith?: Command;
  /** The labels of the columns that the list shows or sorts; `fields` in schema.ts has them too. */
  labels: Readonly<Record<string, string>>;
  /** The search parameters of the list's URL. */
  search: ListSearch;
};

/**
 * An area with the modules of its pages, which load when a page needs them. app/area-routes.ts and app/words.ts check
 * their exports: this type cannot, because the modules import their area.
 */
export type PanelArea = Area & {
  /** For an area without queries of its own: see `recordQueries`. */
  columns?: string;
  listed?: string;
  /** The pages of the list and of a record: each module exports its `Page`. */
  list: () => Promise<object>;
  form: () => Promise<object>;
  /** The import page, or the columns of the spreadsheet that it accepts; absent without imports. */
  imports?: () => Promise<object>;
  /** The fields of a record, and further words of its history. */
  words: () => Promise<object>;
};

/** The path of a record's form. */
export function editAddress({ edit }: Pick<Area, 'edit'>, id: string | number): string {
  return edit.replace('$id', String(id));
}

/**
 * Masculine words in the gender of the area, which the first word in -o or -os takes: 'já criado' for 'Novo Produto',
 * 'já criada' for 'Nova Categoria'.
 */
export function agreeing({ adding }: Pick<Area, 'adding'>, words: string): string {
  return adding.startsWith('Nova') ? words.replace(/(?<!ã)o(?=s?( |$))/, 'a') : words;
}

/** '1 selecionado', '2 selecionadas': masculine words after their count, in the gender of the area. */
export function countAgreeing(
  area: Pick<Area, 'adding'>,
  count: number,
  one: string,
  many: string,
): string {
  return countOf(count, agreeing(area, one), agreeing(area, many));
}

/** The sortable columns of the list, with their labels. */
export function sortLabels({ labels, search }: Pick<Area, 'labels' | 'search'>) {
  return Object.fromEntries(search.sort.map((name) => [name, labels[name] ?? name]));
}

/** 'Todos' or 'Todas'. */
export function allText(area: Pick<Area, 'adding'>): string {
  return agreeing(area, 'Todos');
}

/** 'Produto restaurado.', 'Categoria restaurada.' */
export function restoredText(area: Pick<Area, 'one' | 'adding'>): string {
  return `${area.one} ${agreeing(area, 'restaurado')}.`;
}

/** 'o produto', 'do produto', 'este produto' …; 'a categoria', 'da categoria', 'esta categoria' … */
export function recordText({ adding, count: [one] }: Pick<Area, 'adding' | 'count'>) {
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

export function editTitle({ one }: Pick<Area, 'one'>): string {
  return `Editar ${one}`;
}
