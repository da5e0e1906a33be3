import { areas } from '#app/areas.ts';
import { areaChanges } from '#crud/bulk/area-changes.tsx';
import { ExportMenu } from '#crud/export/export-menu.tsx';
import { AddLink } from '#crud/list/add-link.tsx';
import { ListFilters } from '#crud/list/list-filters.tsx';
import { ListPage } from '#crud/list/list-page.tsx';
import type { ParamsOf } from '#crud/list/list-search.ts';
import { Row, StatusCell } from '#crud/list/row.tsx';
import { useList } from '#crud/list/use-list.ts';
import { Thumbnail } from '#crud/stored-picture.tsx';
import { Cell } from '#ui/table.tsx';
import { exportColumns, posicoes } from './banner.ts';
import * as data from './banners.queries.ts';

/** /banners */
export function BannersListPage() {
  const commands = { duplicate: data.duplicateListedBanner, remove: data.deleteBanner };
  const list = useList(areas.banners, data.bannersList, commands, filters);
  return (
    <>
      <ListFilters list={list} search="Buscar banner por título" />
      <ListPage
        list={list}
        bulk={Changes}
        actions={
          <>
            <ExportMenu area={areas.banners} list={list} load={() => exported(list.params)} />
            <AddLink to={areas.banners.add} />
          </>
        }
        texts={{
          failure: () => 'Falha ao carregar banners. Tente novamente.',
          empty: 'Nenhum banner encontrado.',
          first: {
            about:
              'Os banners aparecem para distribuidores e parceiros, do menor para o maior número de ordem.',
            action: 'Cadastrar o primeiro banner',
          },
        }}
        columns={columns}
      >
        {({ id, titulo, ...row }) => (
          <Row key={id} id={id} name={titulo} picture={<Picture url={row.imagem_url} />}>
            <Cell place="note">{posicoes[row.posicao]}</Cell>
            <StatusCell>{row.status}</StatusCell>
            <Cell className="end">{row.ordem}</Cell>
          </Row>
        )}
      </ListPage>
    </>
  );
}

function Picture({ url }: { url: string | null }) {
  if (url) return <Thumbnail url={url} className="h-10 w-27" />;
  return (
    <span className="flex h-10 w-27 items-center justify-center rounded-control bg-sunken text-xs">
      Sem imagem
    </span>
  );
}

const columns = {
  picture: { label: 'Banner', width: '7rem' },
  titulo: { width: 'minmax(0,3fr)' },
  posicao: { width: 'minmax(7rem,1fr)' },
  status: { width: '6rem' },
  ordem: { width: '5rem', align: 'end' },
} as const;

const filters = [{ name: 'imagem', label: 'Sem imagem', only: 'sem' }] as const;

async function exported(params: ParamsOf<typeof areas.banners>) {
  const { listExport } = await import('#crud/export/list-export.ts');
  return listExport(areas.banners, data.bannersList, exportColumns, params);
}

const Changes = areaChanges(areas.banners, exported, {
  column: 'status',
  active: 'Ativo',
  inactive: 'Inativo',
});
