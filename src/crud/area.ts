import type { LucideIcon } from 'lucide-react';
import type { Command, TableName } from '#data/permissions.ts';
import type { ListParams, ListSearch } from './list-search.ts';

/** What the panel knows of an area of list and form, wherever it is named; see src/app/areas.ts. */
export type Area<P extends ListParams = ListParams> = {
  /** The table, and the kind that search_everything names its records by. */
  table: TableName;
  /** The address of the list, of the empty form and of a record's form, whose id stands for '$id'. */
  path: `/${string}`;
  add: `/${string}`;
  edit: `/${string}/$id`;
  /** 'Produtos', as the sidebar and the list are called. */
  title: string;
  /** 'Produto': makes 'Adicionar Produto' and 'Editar Produto'. */
  one: string;
  /** The title of the empty form. */
  adding: string;
  /** What the list counts: 'produto', 'produtos'. */
  count: readonly [one: string, many: string];
  icon: LucideIcon;
  group: 'catalogue' | 'administration';
  /** What the list is for: whoever may do this opens it. */
  opens: Command;
  /** What the list keeps in its address. */
  search: ListSearch<P>;
};

/** Where a record of an area is edited. */
export function editAddress({ edit }: Pick<Area, 'edit'>, id: string | number): string {
  return edit.replace('$id', String(id));
}

/** All of its records, as their gender wants it: 'Novo Produto', 'Todos'; 'Nova Categoria', 'Todas'. */
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
