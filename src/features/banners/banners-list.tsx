import { useMutation, useQueryClient } from '@tanstack/react-query';
import { AddLink } from '#crud/add-link.tsx';
import { countText } from '#lib/count-text.ts';
import { ListFilters } from '#crud/list-filters.tsx';
import { ListPage } from '#crud/list-page.tsx';
import { EmptyList } from '#ui/empty-list.tsx';
import {
  DeleteRecord,
  DuplicateButton,
  EditLink,
  RowActions,
  RowLink,
} from '#crud/row-actions.tsx';
import { StatusBadge } from '#crud/status-badge.tsx';
import { Thumbnail } from '#crud/thumbnail.tsx';
import { useList } from '#crud/use-list.ts';
import { Cell, HeadCell, Row, SortCell, Table } from '#ui/table.tsx';
import { posicoes } from './banner.ts';
import {
  bannerDetail,
  bannersList,
  bannersSearch,
  deleteBanner,
  duplicateListedBanner,
} from './banners.queries.ts';
import type { ListedBanner } from './banners.queries.ts';

/** /banners */
export function BannersListPage() {
  const { params, search, page, table, sorting } = useList(bannersSearch, bannersList);
  return (
    <>
      <ListFilters search="Buscar banner por título" {...search} />
      <ListPage
        title="Banners"
        actions={<AddLink to="/banners/adicionar" />}
        {...page}
        failure={() => 'Falha ao carregar banners. Tente novamente.'}
        count={({ rows, total }) => countText(rows.length, total, params, ['banner', 'banners'])}
      >
        {(rows) =>
          rows.length > 0 ? (
            <Table caption="Banners" {...table} head={<Head {...sorting} />}>
              {rows.map((row) => (
                <BannerRow key={row.id} row={row} />
              ))}
            </Table>
          ) : (
            <EmptyList text="Nenhum banner encontrado." first={!params.busca && <FirstBanner />} />
          )
        }
      </ListPage>
    </>
  );
}

function Head(sorting: { sort: string; onSort: (sort: string) => void }) {
  return (
    <>
      <HeadCell>Banner</HeadCell>
      <SortCell column="titulo" {...sorting}>
        Título
      </SortCell>
      <SortCell column="posicao" {...sorting}>
        Posição
      </SortCell>
      <SortCell column="status" {...sorting}>
        Status
      </SortCell>
      <SortCell column="ordem" {...sorting} align="end">
        Ordem
      </SortCell>
      <HeadCell className="text-right">Ações</HeadCell>
    </>
  );
}

function BannerRow({ row }: { row: ListedBanner }) {
  const queryClient = useQueryClient();
  const duplicate = useMutation(duplicateListedBanner);
  const edit = {
    to: `/banners/editar/${row.id}`,
    name: row.titulo,
    onIntent: () =>
      void queryClient.prefetchQuery({ ...bannerDetail(String(row.id)), staleTime: 10_000 }),
  };
  return (
    <Row>
      <Cell label="Banner" place="wide">
        {row.imagem_url ? (
          <Thumbnail url={row.imagem_url} className="h-12 w-32" />
        ) : (
          <span className="text-muted">Sem imagem</span>
        )}
      </Cell>
      <Cell place="main" className="min-w-52">
        <RowLink {...edit} />
      </Cell>
      <Cell label="Posição">{posicoes[row.posicao]}</Cell>
      <Cell label="Status">
        <StatusBadge>{row.status}</StatusBadge>
      </Cell>
      <Cell label="Ordem" className="text-right">
        {row.ordem}
      </Cell>
      <Cell place="actions">
        <RowActions>
          <EditLink {...edit} />
          <DuplicateButton
            name={row.titulo}
            busy={duplicate.isPending}
            onDuplicate={() => duplicate.mutate(row.id)}
          />
          <DeleteRecord
            id={row.id}
            name={row.titulo}
            question="Tem certeza que deseja excluir este banner?"
            mutation={deleteBanner}
          />
        </RowActions>
      </Cell>
    </Row>
  );
}

function FirstBanner() {
  return (
    <>
      <p className="mb-4 max-w-sm text-muted">
        Os banners aparecem para distribuidores e parceiros, do menor para o maior número de ordem.
      </p>
      <AddLink to="/banners/adicionar">Cadastrar o primeiro banner</AddLink>
    </>
  );
}
