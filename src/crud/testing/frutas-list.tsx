import { mutationOptions } from '@tanstack/react-query';
import { Button } from '#ui/button.tsx';
import { Cell } from '#ui/table.tsx';
import { getEditPath } from '../area.ts';
import { ListFilters } from '../list/list-filters.tsx';
import { ListPage } from '../list/list-page.tsx';
import type { ListPageProps } from '../list/list-page.tsx';
import type { RowEditorProps } from '../in-place/row-editor.tsx';
import type { SelectionCommandProps } from '../selection/selection-bar.tsx';
import { NameCell, PictureCell } from '../list/row.tsx';
import type { Columns } from '../views/columns.ts';
import { useList } from '../list/use-list.ts';
import { Thumbnail } from '../stored-picture.tsx';
import { frutas, frutasListQuery, simulatedPlatform } from './frutas.tsx';
import type { Fruta } from './frutas.tsx';

/**
 * Renders the list of the test area. Pass this component to `openFrutas` as `List`; otherwise `openFrutas` renders 'A
 * lista'.
 */
export function FrutasList({ bulk = simulatedPlatform.taste && Taste }: Bulk = {}) {
  const commands = {
    duplicate: duplicateFruta,
    remove: deleteFruta,
    isProtected: simulatedPlatform.isProtected,
  };
  const list = useList(frutas, frutasListQuery, commands, filters);
  return (
    <>
      <ListFilters list={list} search="Buscar fruta" clearable />
      <ListPage
        list={list}
        texts={{
          failure: (message) => `Não carregou: ${message}`,
          empty: 'Nenhuma fruta.',
          first: { about: 'O que se colhe.', action: 'Colher a primeira fruta' },
        }}
        matching
        bulk={bulk}
        editing={editing}
        columns={simulatedPlatform.pictured ? pictured : columns}
      />
    </>
  );
}

type Bulk = Pick<ListPageProps<Fruta>, 'bulk'>;

const filters = [
  { name: 'nota', label: 'Nota', options: ['Azeda', 'Doce'], inHeader: true },
  { name: 'cor', label: 'Cor', options: { verde: 'Verde', roxa: 'Roxa' } },
  { money: ['de', 'ate'], label: 'Preço' },
  { name: 'madura', label: 'Só maduras', only: 'sim' },
] as const;

const columns: Columns<Fruta> = {
  nome: { width: 'minmax(0,1fr)', cell: (row) => <NameCell row={named(row)} /> },
  preco: { width: '6rem', cell: ({ preco }) => <Cell place="amount">{preco}</Cell> },
  nota: { width: '6rem', cell: ({ nota }) => <Cell>{nota}</Cell> },
};

const pictured: Columns<Fruta> = {
  picture: {
    width: '3rem',
    cell: (row) => (
      <PictureCell row={named(row)}>
        <Thumbnail url={row.foto} />
      </PictureCell>
    ),
  },
  ...columns,
};

function named({ id, nome }: Fruta) {
  return { id, name: nome };
}

const editing = { label: 'Preço', icon: null, Editor: PrecoEditor };

/** Renders an editor for the price of a row; the sent price is added to `simulatedPlatform.changed`. */
function PrecoEditor({ row, field = 'preco', onLeave }: RowEditorProps<Fruta>) {
  return (
    <form
      className="flex bg-surface"
      onSubmit={(event) => {
        event.preventDefault();
        simulatedPlatform.changed.push([row.id, new FormData(event.currentTarget).get(field)]);
        onLeave({ step: 1, field });
      }}
    >
      <input
        ref={(box) => box?.focus()}
        name={field}
        aria-label={`Preço de ${row.nome}`}
        onKeyDown={({ key }) => key === 'Escape' && onLeave()}
      />
    </form>
  );
}

function Taste({ selection, onDone }: SelectionCommandProps) {
  return <Button onClick={() => (simulatedPlatform.taste?.(selection), onDone())}>Provar</Button>;
}

const deleteFruta = mutationOptions({
  mutationFn: (id: string | number) => simulatedPlatform.remove(Number(id)),
  meta: { question: 'Excluir esta fruta?', invalidates: [['frutas']] },
});

const duplicateFruta = mutationOptions({
  mutationFn: (id: string | number) => simulatedPlatform.duplicate(Number(id)),
  meta: {
    invalidates: [['frutas']],
    success: 'Fruta duplicada!',
    offer: { label: 'Abrir a cópia', address: ({ id }: { id: number }) => getEditPath(frutas, id) },
  },
});
