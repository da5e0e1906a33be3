import { areas } from '#app/areas.ts';
import { editAddress } from '#crud/area.ts';
import { FirstRecord } from '#crud/list/add-link.tsx';
import { DuplicateRecord } from '#crud/list/duplicate-record.tsx';
import { ListFilters } from '#crud/list/list-filters.tsx';
import { ListPage } from '#crud/list/list-page.tsx';
import { ActionsCell, RowLink, StatusBadge } from '#crud/list/row-actions.tsx';
import { Thumbnail } from '#crud/stored-picture.tsx';
import { useList } from '#crud/list/use-list.ts';
import { Cell, HeadCell, Row, SortCell } from '#ui/table.tsx';
import { posicoes } from './banner.ts';
import * as data from './banners.queries.ts';

/** /banners */
export function BannersListPage() {
  const list = useList(areas.banners, data.bannersList);
  return (
    <>
      <ListFilters list={list} search="Buscar banner por título" />
      <ListPage
        list={list}
        failure={() => 'Falha ao carregar banners. Tente novamente.'}
        empty="Nenhum banner encontrado."
        first={<FirstBanner />}
        head={<Head />}
      >
        {(row) => <BannerRow key={row.id} {...row} />}
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
  const edit = editAddress(areas.banners, id);
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
        <DuplicateRecord
          area={areas.banners}
          id={id}
          name={titulo}
          mutation={data.duplicateListedBanner}
        />
      </ActionsCell>
    </Row>
  );
}

function FirstBanner() {
  return (
    <FirstRecord to={areas.banners.add} action="Cadastrar o primeiro banner">
      Os banners aparecem para distribuidores e parceiros, do menor para o maior número de ordem.
    </FirstRecord>
  );
}
