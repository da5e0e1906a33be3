import { useMutation } from '@tanstack/react-query';
import { listExportColumns } from '#crud/fields.ts';
import { formatByKind } from '#crud/kinds.ts';
import { makeListCommands } from '#crud/list/list-commands.tsx';
import { ListFilters } from '#crud/list/list-filters.tsx';
import { ListPage } from '#crud/list/list-page.tsx';
import { makePeriodStatusColumn } from '#crud/list/period-status-column.tsx';
import { useMovableRows } from '#crud/in-place/movable-rows.tsx';
import type { RowOrderChange } from '#crud/in-place/movable-rows.tsx';
import { NameCell, PictureCell } from '#crud/list/row.tsx';
import { useList } from '#crud/list/use-list.ts';
import type { ListedRowOf } from '#crud/rows.queries.ts';
import type { ColumnsOf } from '#crud/views/columns.ts';
import { Thumbnail } from '#crud/stored-picture.tsx';
import { Cell } from '#ui/table.tsx';
import { banners } from './area.ts';
import { fields, posicoes } from './schema.ts';
import * as data from './queries.ts';

/** Renders the page /banners. */
export function Page() {
  const { mutateAsync } = useMutation(data.reorderBanners);
  const commands = { duplicate: data.duplicateBannerInList, remove: data.deleteBanner };
  const read = useList(banners, data.bannersList, commands, filters);
  // Rows can be moved only if the list is sorted by `ordem` and not filtered.
  const canReorder = read.params.ordem === 'ordem' && !read.isFiltered;
  const offered = canReorder && !read.query.isPlaceholderData;
  const save = (order: RowOrderChange) =>
    mutateAsync(data.sortSeenIdsByStoredOrder(order, read.page.data?.rows ?? []));
  const { list, handle, board, menu } = useMovableRows(read, offered, save);
  return (
    <div {...board}>
      <ListFilters list={list} search="Buscar banner por título" />
      <ListPage
        list={list}
        bulk={Changes}
        actions={<Actions list={list} />}
        texts={{
          first: {
            about:
              'Os banners aparecem para distribuidores e parceiros, do menor para o maior número de ordem.',
            action: 'Cadastrar o primeiro banner',
          },
        }}
        columns={columnsWith(handle)}
      />
      {menu}
    </div>
  );
}

const airWords = { scheduled: 'Agendado', running: 'No ar', ended: 'Encerrado' };

function Picture({ url }: { url: string | null }) {
  if (url) return <Thumbnail url={url} className="h-10 w-27" whole />;
  return (
    <span className="flex h-10 w-27 items-center justify-center rounded-control bg-sunken text-center text-xs whitespace-normal">
      Sem imagem
    </span>
  );
}

type Listed = ListedRowOf<typeof data.bannersList>;

type Handle = ReturnType<typeof useMovableRows>['handle'];

function columnsWith(handle: Handle): ColumnsOf<typeof banners, Listed> {
  return {
    picture: {
      width: '7rem',
      cell: (row) => (
        <PictureCell row={named(row)}>
          <Picture url={row.imagem_url} />
        </PictureCell>
      ),
    },
    titulo: { width: 'minmax(0,3fr)', cell: (row) => <NameCell row={named(row)} /> },
    posicao: {
      width: 'minmax(7rem,1fr)',
      cell: ({ posicao }) => <Cell place="note">{posicoes[posicao]}</Cell>,
    },
    status: makePeriodStatusColumn({ active: 'Ativo', words: airWords, always: true }),
    ordem: {
      width: '5.5rem',
      align: 'end',
      cell: (row) => (
        <Cell className="end">
          {handle(named(row))}
          {formatByKind('integer', row.ordem)}
        </Cell>
      ),
    },
  };
}

function named({ id, titulo }: Listed) {
  return { id, name: titulo };
}

const filters = [{ name: 'imagem', label: 'Sem imagem', only: 'sem' }] as const;

const { Actions, Changes } = makeListCommands(banners, {
  query: () => data.bannersList,
  columns: async () => listExportColumns(fields),
  activity: {
    column: 'status',
    active: 'Ativo',
    inactive: 'Inativo',
  },
});
