import { areas } from '#app/areas.ts';
import { areaChanges } from '#crud/bulk/area-changes.tsx';
import { ImportAndAdd } from '#crud/import/import-link.tsx';
import { ListFilters } from '#crud/list/list-filters.tsx';
import { ListPage } from '#crud/list/list-page.tsx';
import { Row, StatusCell } from '#crud/list/row.tsx';
import { useList } from '#crud/list/use-list.ts';
import { Thumbnail } from '#crud/stored-picture.tsx';
import { addressLine } from '#features/company/address.ts';
import { EmailLink, InstagramLink, PhoneLink } from '#features/company/contact-links.tsx';
import { Badge } from '#ui/badge.tsx';
import { FilterSelect } from '#ui/filter-select.tsx';
import { Cell, HeadCell, SortCell } from '#ui/table.tsx';
import { planNames } from './distribuidor.ts';
import * as data from './distribuidores.queries.ts';

/** /distribuidores */
export function DistribuidoresListPage() {
  const commands = { remove: data.deleteDistribuidor };
  const list = useList(areas.distribuidores, data.distribuidoresList, commands);
  return (
    <>
      <ListFilters list={list} search="Buscar distribuidor por nome ou e-mail" clearable>
        <FilterSelect
          label="Plano"
          options={planNames}
          value={list.params.plano}
          onChange={(plano) => list.setParams({ plano })}
        />
      </ListFilters>
      <ListPage
        list={list}
        bulk={Changes}
        actions={<ImportAndAdd area={areas.distribuidores} />}
        texts={{
          failure: () => 'Falha ao carregar distribuidores. Tente novamente.',
          empty: 'Nenhum distribuidor encontrado.',
          first: {
            about:
              'Quem revende pelo catálogo de distribuidores aparece aqui, cada um com o seu plano.',
            action: 'Cadastrar o primeiro distribuidor',
          },
        }}
        columns="3rem minmax(0,1.5fr) minmax(0,1.5fr) 7.5rem minmax(0,1.5fr) 5rem 5rem minmax(0,1fr)"
        head={
          <>
            <HeadCell>Foto</HeadCell>
            <SortCell column="name" />
            <SortCell column="email" />
            <HeadCell>Telefone</HeadCell>
            <HeadCell>Endereço</HeadCell>
            <HeadCell>Plano</HeadCell>
            <SortCell column="status" />
            <HeadCell>Instagram</HeadCell>
          </>
        }
      >
        {({ id, name, plans, ...row }) => (
          <Row key={id} id={id} name={name} picture={<Thumbnail url={row.logo_url} />}>
            <Cell>
              <EmailLink email={row.email} />
            </Cell>
            <Cell place="note">
              <PhoneLink phone={row.phone} />
            </Cell>
            <Cell>{addressLine(row)}</Cell>
            <Cell place="amount">
              <Badge colors={{ background: plans.background_color, text: plans.text_color }}>
                {plans.name}
              </Badge>
            </Cell>
            <StatusCell>{row.status}</StatusCell>
            <Cell>
              <InstagramLink handle={row.instagram} />
            </Cell>
          </Row>
        )}
      </ListPage>
    </>
  );
}

const Changes = areaChanges(areas.distribuidores, {
  column: 'status',
  active: 'Ativo',
  inactive: 'Inativo',
});
