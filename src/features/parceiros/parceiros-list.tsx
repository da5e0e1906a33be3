import { AddLink, FirstRecord } from '#crud/add-link.tsx';
import { ListFilters } from '#crud/list-filters.tsx';
import { ListPage } from '#crud/list-page.tsx';
import { ActionsCell, RowLink } from '#crud/row-actions.tsx';
import { StatusBadge } from '#crud/status-badge.tsx';
import { Thumbnail } from '#crud/thumbnail.tsx';
import { useList } from '#crud/use-list.ts';
import { addressLine } from '#features/company/address.ts';
import { InstagramLink } from '#features/company/instagram-link.tsx';
import { maskPhone } from '#lib/phone.ts';
import { Breakable } from '#ui/breakable.tsx';
import { EmptyList } from '#ui/empty-list.tsx';
import { Cell, HeadCell, Row, SortCell, Table } from '#ui/table.tsx';
import * as data from './parceiros.queries.ts';

/** /parceiros */
export function ParceirosListPage() {
  const list = useList(data.parceirosSearch, data.parceirosList);
  return (
    <>
      <ListFilters
        search="Buscar parceiro por nome ou e-mail"
        onClear={() => list.setParams({ busca: '' })}
        {...list.search}
      />
      <ListPage
        title="Parceiros"
        count={['parceiro', 'parceiros']}
        actions={<AddLink to="/parceiros/adicionar" />}
        failure={() => 'Falha ao carregar parceiros. Tente novamente.'}
        empty={
          <EmptyList
            text="Nenhum parceiro encontrado."
            first={!list.isFiltered && <FirstParceiro />}
          />
        }
        {...list.page}
      >
        {(rows) => (
          <Table caption="Parceiros" head={<Head />} {...list.table}>
            {rows.map((row) => (
              <ParceiroRow key={row.id} {...row} />
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
      <HeadCell>Foto</HeadCell>
      <SortCell column="name">Nome</SortCell>
      <SortCell column="email">Email</SortCell>
      <HeadCell>Telefone</HeadCell>
      <HeadCell>Endereço</HeadCell>
      <HeadCell>Instagram</HeadCell>
      <SortCell column="status">Status</SortCell>
      <HeadCell className="text-right">Ações</HeadCell>
    </>
  );
}

function ParceiroRow({ id, name, ...row }: data.ListedParceiro) {
  const edit = `/parceiros/editar/${id}`;
  return (
    <Row>
      <Cell place="picture">
        <Thumbnail url={row.logo_url ?? undefined} />
      </Cell>
      <Cell place="main" className="min-w-28 wrap-anywhere">
        <RowLink to={edit} name={name} />
      </Cell>
      <Cell place="wide" label="Email" className="min-w-38 @5xl:min-w-56">
        <Breakable>{row.email}</Breakable>
      </Cell>
      <Cell place="half" label="Telefone" className="whitespace-nowrap">
        {maskPhone(row.phone)}
      </Cell>
      <Cell place="wide" label="Endereço" className="min-w-36">
        {addressLine(row)}
      </Cell>
      <Cell place="half" label="Instagram" className="min-w-24 @5xl:min-w-36">
        <InstagramLink handle={row.instagram} />
      </Cell>
      <Cell place="half" label="Status">
        <StatusBadge>{row.status}</StatusBadge>
      </Cell>
      <ActionsCell
        id={id}
        name={name}
        edit={edit}
        question="Tem certeza que deseja excluir este parceiro?"
        mutation={data.deleteParceiro}
      />
    </Row>
  );
}

function FirstParceiro() {
  return (
    <FirstRecord to="/parceiros/adicionar" action="Cadastrar o primeiro parceiro">
      Quem vende pelo menu de parceiros aparece aqui, com contato e endereço.
    </FirstRecord>
  );
}
