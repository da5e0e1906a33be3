import { useMutation } from '@tanstack/react-query';
import { AddLink, FirstRecord } from '#crud/add-link.tsx';
import { ListFilters } from '#crud/list-filters.tsx';
import { ListPage } from '#crud/list-page.tsx';
import { ActionsCell, DuplicateButton, RowLink } from '#crud/row-actions.tsx';
import { StatusBadge } from '#crud/status-badge.tsx';
import { Thumbnail } from '#crud/thumbnail.tsx';
import { useList } from '#crud/use-list.ts';
import { EmptyList } from '#ui/empty-list.tsx';
import { Cell, HeadCell, Row, SortCell, Table } from '#ui/table.tsx';
import { posicoes } from './banner.ts';
import * as data from './banners.queries.ts';

/** /banners */
export function BannersListPage() {
  const list = useList(data.bannersSearch, data.bannersList);
  return (
    <>
      <ListFilters search="Buscar banner por título" {...list.search} />
      <ListPage
        title="Banners"
        count={['banner', 'banners']}
        actions={<AddLink to="/banners/adicionar" />}
        failure={() => 'Falha ao carregar banners. Tente novamente.'}
        empty={
          <EmptyList text="Nenhum banner encontrado." first={!list.isFiltered && <FirstBanner />} />
        }
        {...list.page}
      >
        {(rows) => (
          <Table caption="Banners" head={<Head />} {...list.table}>
            {rows.map((row) => (
              <BannerRow key={row.id} {...row} />
            ))}
          </Table>
        )}
      </ListPage>
    </>
  );
}

function Head() {
  return (
    <>
      <HeadCell>Banner</HeadCell>
      <SortCell column="titulo">Título</SortCell>
      <SortCell column="posicao">Posição</SortCell>
      <SortCell column="status">Status</SortCell>
      <SortCell column="ordem" align="end">
        Ordem
      </SortCell>
      <HeadCell className="text-right">Ações</HeadCell>
    </>
  );
}

function BannerRow({ id, titulo, ...row }: data.ListedBanner) {
  const edit = `/banners/editar/${id}`;
  const duplicate = useMutation(data.duplicateListedBanner);
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
        <RowLink to={edit} name={titulo} />
      </Cell>
      <Cell label="Posição">{posicoes[row.posicao]}</Cell>
      <Cell label="Status">
        <StatusBadge>{row.status}</StatusBadge>
      </Cell>
      <Cell label="Ordem" className="text-right">
        {row.ordem}
      </Cell>
      <ActionsCell
        id={id}
        name={titulo}
        edit={edit}
        question="Tem certeza que deseja excluir este banner?"
        mutation={data.deleteBanner}
      >
        <DuplicateButton
          name={titulo}
          busy={duplicate.isPending}
          onDuplicate={() => duplicate.mutate(id)}
        />
      </ActionsCell>
    </Row>
  );
}

function FirstBanner() {
  return (
    <FirstRecord to="/banners/adicionar" action="Cadastrar o primeiro banner">
      Os banners aparecem para distribuidores e parceiros, do menor para o maior número de ordem.
    </FirstRecord>
  );
}
