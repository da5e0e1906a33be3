import type { LucideIcon } from 'lucide-react';
import type { Command, TableName } from '#data/permissions.ts';
import type { ListParams, ListSearch } from './list-search.ts';

/** An area of list and form, as the rest of the panel refers to it; see src/areas/index.ts. */
export type Area<P extends ListParams = ListParams> = {
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
  /** Permission required to open the area. */
  opens: Command;
  /** Permission with which the navigation lists the area; to add records, by default. */
  listedWith?: Command;
  /** The search parameters of the list's URL. */
  search: ListSearch<P>;
};

/** The path of a record's form. */
export function editAddress({ edit }: Pick<Area, 'edit'>, id: string | number): string {
  return edit.replace('$id', String(id));
}

/** 'Todos' or 'Todas', in the gender of the area: 'Todos' for 'Novo Produto', 'Todas' for 'Nova Categoria'. */
export function allText({ adding }: Pick<Area, 'adding'>): string {
  return adding.startsWith('Nova') ? 'Todas' : 'Todos';
}

/** 'Produto restaurado.', 'Categoria restaurada.' */
export function restoredText({ one, adding }: Pick<Area, 'one' | 'adding'>): string {
  return `${one} ${adding.startsWith('Nova') ? 'restaurada' : 'restaurado'}.`;
}

/** 'o produto', 'este produto'; 'a categoria', 'esta categoria'. */
export function recordText({ adding, count: [one] }: Pick<Area, 'adding' | 'count'>) {
  const isFeminine = adding.startsWith('Nova');
  return {
    the: `${isFeminine ? 'a' : 'o'} ${one}`,
    this: `${isFeminine ? 'esta' : 'este'} ${one}`,
  };
}

export function editTitle({ one }: Pick<Area, 'one'>): string {
  return `Editar ${one}`;
}
