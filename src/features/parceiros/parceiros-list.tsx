import { AddLink } from '#crud/add-link.tsx';
import { countText } from '#lib/count-text.ts';
import { ListFilters } from '#crud/list-filters.tsx';
import { ListPage } from '#crud/list-page.tsx';
import { EmptyList } from '#ui/empty-list.tsx';
import { DeleteRecord, EditLink, RowActions, RowLink } from '#crud/row-actions.tsx';
import { StatusBadge } from '#crud/status-badge.tsx';
import { Thumbnail } from '#crud/thumbnail.tsx';
import { useList } from '#crud/use-list.ts';
import { addressLine } from '#features/company/address.ts';
import { InstagramLink } from '#features/company/instagram-link.tsx';
import { maskPhone } from '#lib/phone.ts';
import { BreakableEmail } from '#ui/breakable-email.tsx';
import { Cell, HeadCell, Row, SortCell, Table } from '#ui/table.tsx';
import { deleteParceiro, parceirosList, parceirosSearch } from './parceiros.queries.ts';
import type { ListedParceiro } from './parceiros.queries.ts';

/** /parceiros */
export function ParceirosListPage() {
  const { params, setParams, page, search, table, sorting } = useList(
    parceirosSearch,
    parceirosList,
  );
  return (
    <>
      <ListFilters
        search="Buscar parceiro por nome ou e-mail"
        onClear={() => setParams({ busca: '' })}
        {...search}
      />
      <ListPage
        title="Parceiros"
        actions={<AddLink to="/parceiros/adicionar" />}
        failure={() => 'Falha ao carregar parceiros. Tente novamente.'}
        count={({ rows, total }) =>
          countText(rows.length, total, params, ['parceiro', 'parceiros'])
        }
        {...page}
      >
        {(rows) =>
          rows.length > 0 ? (
            <Table
              caption="Parceiros"
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
                  <HeadCell>Instagram</HeadCell>
                  <SortCell column="status" {...sorting}>
                    Status
                  </SortCell>
                  <HeadCell className="text-right">Ações</HeadCell>
                </>
              }
              {...table}
            >
              {rows.map((row) => (
                <ParceiroRow key={row.id} row={row} />
              ))}
            </Table>
          ) : (
            <EmptyList
              text="Nenhum parceiro encontrado."
              first={!params.busca && <FirstParceiro />}
            />
          )
        }
      </ListPage>
    </>
  );
}

function ParceiroRow({ row }: { row: ListedParceiro }) {
  const edit = { to: `/parceiros/editar/${row.id}`, name: row.name };
  return (
    <Row>
      <Cell place="picture">
        <Thumbnail url={row.logo_url ?? undefined} />
      </Cell>
      <Cell place="main" className="min-w-32 wrap-anywhere">
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
      <Cell label="Instagram" className="min-w-28 wrap-anywhere">
        <InstagramLink handle={row.instagram} />
      </Cell>
      <Cell label="Status">
        <StatusBadge>{row.status}</StatusBadge>
      </Cell>
      <Cell place="actions">
        <RowActions>
          <EditLink {...edit} />
          <DeleteRecord
            id={row.id}
            name={row.name}
            question="Tem certeza que deseja excluir este parceiro?"
            mutation={deleteParceiro}
          />
        </RowActions>
      </Cell>
    </Row>
  );
}

function FirstParceiro() {
  return (
    <>
      <p className="mb-4 max-w-sm text-muted">
        Quem vende pelo menu de parceiros aparece aqui, com contato e endereço.
      </p>
      <AddLink to="/parceiros/adicionar">Cadastrar o primeiro parceiro</AddLink>
    </>
  );
}
