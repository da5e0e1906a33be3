import { mutationOptions } from '@tanstack/react-query';
import { Button } from '#ui/button.tsx';
import { Cell } from '#ui/table.tsx';
import { editAddress } from '../area.ts';
import { ListFilters } from '../list/list-filters.tsx';
import { ListPage } from '../list/list-page.tsx';
import type { RowEditorProps } from '../in-place/row-editor.tsx';
import type { BulkProps } from '../selection/selection-bar.tsx';
import { Row } from '../list/row.tsx';
import { useList } from '../list/use-list.ts';
import { Thumbnail } from '../stored-picture.tsx';
import { frutas, frutasList, platform } from './frutas.tsx';
import type { Fruta } from './frutas.tsx';

/** /frutas, in place of the empty page that forms lead back to. */
export function FrutasList() {
  const commands = {
    duplicate: duplicateFruta,
    remove: deleteFruta,
    isProtected: platform.isProtected,
  };
  const list = useList(frutas, frutasList, commands, filters);
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
        bulk={platform.taste && Taste}
        editing={editing}
        columns={platform.pictured ? pictured : columns}
      >
        {frutaRow}
      </ListPage>
    </>
  );
}

function frutaRow({ id, nome, preco, nota, foto }: Fruta) {
  return (
    <Row key={id} id={id} name={nome} picture={platform.pictured && <Thumbnail url={foto} />}>
      <Cell place="amount">{preco}</Cell>
      <Cell>{nota}</Cell>
    </Row>
  );
}

const filters = [
  { name: 'nota', label: 'Nota', options: ['Azeda', 'Doce'], inHeader: true },
  { name: 'cor', label: 'Cor', options: { verde: 'Verde', roxa: 'Roxa' } },
  { money: ['de', 'ate'], label: 'Preço' },
  { name: 'madura', label: 'Só maduras', only: 'sim' },
] as const;

const columns = {
  nome: { width: 'minmax(0,1fr)' },
  preco: { width: '6rem' },
  nota: { width: '6rem' },
};

const pictured = { picture: { width: '3rem' }, ...columns };

const editing = { label: 'Preço', icon: null, Editor: PrecoEditor };

/** Changes the price in place. */
function PrecoEditor({ row, field = 'preco', onLeave }: RowEditorProps<Fruta>) {
  return (
    <form
      className="flex bg-surface"
      onSubmit={(event) => {
        event.preventDefault();
        platform.changed.push([row.id, new FormData(event.currentTarget).get(field)]);
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

function Taste({ selection, onDone }: BulkProps) {
  return <Button onClick={() => (platform.taste?.(selection), onDone())}>Provar</Button>;
}

const deleteFruta = mutationOptions({
  mutationFn: (id: string | number) => platform.remove(Number(id)),
  meta: { question: 'Excluir esta fruta?', invalidates: [['frutas']] },
});

const duplicateFruta = mutationOptions({
  mutationFn: (id: string | number) => platform.duplicate(Number(id)),
  meta: {
    invalidates: [['frutas']],
    success: 'Fruta duplicada!',
    offer: { label: 'Abrir a cópia', address: ({ id }: { id: number }) => editAddress(frutas, id) },
  },
});
