import { AddLink } from '#crud/add-link.tsx';
import { countText } from '#crud/count-text.ts';
import { FilterSelect, ListFilters } from '#crud/list-filters.tsx';
import { EmptyList, ListPage } from '#crud/list-page.tsx';
import { DeleteRecord, EditLink, RowActions, RowLink } from '#crud/row-actions.tsx';
import { StatusBadge } from '#crud/status-badge.tsx';
import { Thumbnail } from '#crud/thumbnail.tsx';
import { useList } from '#crud/use-list.ts';
import { addressLine } from '#features/company/address.ts';
import { InstagramLink } from '#features/company/instagram-link.tsx';
import { maskPhone } from '#lib/phone.ts';
import { Badge } from '#ui/badge.tsx';
import { BreakableEmail } from '#ui/breakable-email.tsx';
import { Cell, HeadCell, Row, SortCell, Table } from '#ui/table.tsx';
import { planNames } from './distribuidor.ts';
import {
  deleteDistribuidor,
  distribuidoresList,
  distribuidoresSearch,
} from './distribuidores.queries.ts';
import type { ListedDistribuidor } from './distribuidores.queries.ts';

/** /distribuidores */
export function DistribuidoresListPage() {
  const { params, setParams, page, search, table, sorting } = useList(
    distribuidoresSearch,
    distribuidoresList,
  );
  return (
    <>
      <ListFilters
        search="Buscar distribuidor por nome ou e-mail"
        onClear={() => setParams({ busca: '', plano: '' })}
        {...search}
      >
        <FilterSelect label="Plano" value={params.plano} onChange={(plano) => setParams({ plano })}>
          {planNames.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </FilterSelect>
      </ListFilters>
      <ListPage
        title="Distribuidores"
        actions={<AddLink to="/distribuidores/adicionar" />}
        failure={() => 'Falha ao carregar distribuidores. Tente novamente.'}
        count={({ rows, total }) =>
          countText(rows.length, total, params, ['distribuidor', 'distribuidores'])
        }
        {...page}
      >
        {(rows) =>
          rows.length > 0 ? (
            <Table
              caption="Distribuidores"
              head={
                <>
                  <HeadCell>Foto</HeadCell>
                  <SortCell column="name" {...sorting}>
                    Nome
                  </SortCell>
                  <SortCell column="email" {...sorting}>
                    Email
                  </SortCell>
                  <HeadCell>Telefone</HeadCell>
                  <HeadCell>Endereço</HeadCell>
                  <HeadCell>Plano</HeadCell>
                  <SortCell column="status" {...sorting}>
                    Status
                  </SortCell>
                  <HeadCell>Instagram</HeadCell>
                  <HeadCell className="text-right">Ações</HeadCell>
                </>
              }
              {...table}
            >
              {rows.map((row) => (
                <DistribuidorRow key={row.id} row={row} />
              ))}
            </Table>
          ) : (
            <EmptyList
              text="Nenhum distribuidor encontrado."
              first={!params.busca && !params.plano && <FirstDistribuidor />}
            />
          )
        }
      </ListPage>
    </>
  );
}

function DistribuidorRow({ row }: { row: ListedDistribuidor }) {
  const edit = { to: `/distribuidores/editar/${row.id}`, name: row.name };
  return (
    <Row>
      <Cell place="picture">
        <Thumbnail url={row.logo_url ?? undefined} />
      </Cell>
      <Cell place="main" className="min-w-32">
        <RowLink {...edit} />
      </Cell>
      <Cell place="wide" label="Email" className="min-w-46">
        <BreakableEmail>{row.email}</BreakableEmail>
      </Cell>
      <Cell label="Telefone" className="whitespace-nowrap">
        {maskPhone(row.phone)}
      </Cell>
      <Cell place="wide" label="Endereço" className="min-w-40">
        {addressLine(row)}
      </Cell>
      <Cell label="Plano">
        <Badge colors={{ background: row.plans.background_color, text: row.plans.text_color }}>
          {row.plans.name}
        </Badge>
      </Cell>
      <Cell label="Status">
        <StatusBadge>{row.status}</StatusBadge>
      </Cell>
      <Cell label="Instagram" className="min-w-28 wrap-anywhere">
        <InstagramLink handle={row.instagram} />
      </Cell>
      <Cell place="actions">
        <RowActions>
          <EditLink {...edit} />
          <DeleteRecord
            id={row.id}
            name={row.name}
            question="Tem certeza que deseja excluir este distribuidor?"
            mutation={deleteDistribuidor}
          />
        </RowActions>
      </Cell>
    </Row>
  );
}

function FirstDistribuidor() {
  return (
    <>
      <p className="mb-4 max-w-sm text-muted">
        Quem revende pelo catálogo de distribuidores aparece aqui, cada um com o seu plano.
      </p>
      <AddLink to="/distribuidores/adicionar">Cadastrar o primeiro distribuidor</AddLink>
    </>
  );
}
