import { areas } from '#app/areas.ts';
import { editAddress } from '#crud/area.ts';
import { FirstRecord } from '#crud/list/add-link.tsx';
import { ListFilters } from '#crud/list/list-filters.tsx';
import { ListPage } from '#crud/list/list-page.tsx';
import { ActionsCell, RowLink, StatusBadge } from '#crud/list/row-actions.tsx';
import { Thumbnail } from '#crud/stored-picture.tsx';
import { useList } from '#crud/list/use-list.ts';
import { addressLine } from '#features/company/address.ts';
import { InstagramLink } from '#features/company/instagram-link.tsx';
import { maskPhone } from '#lib/phone.ts';
import { Breakable } from '#ui/breakable.tsx';
import { Cell, HeadCell, Row, SortCell } from '#ui/table.tsx';
import * as data from './parceiros.queries.ts';

/** /parceiros */
export function ParceirosListPage() {
  const list = useList(areas.parceiros, data.parceirosList);
  return (
    <>
      <ListFilters list={list} search="Buscar parceiro por nome ou e-mail" clearable />
      <ListPage
        list={list}
        failure={() => 'Falha ao carregar parceiros. Tente novamente.'}
        empty="Nenhum parceiro encontrado."
        first={<FirstParceiro />}
        head={<Head />}
      >
        {(row) => <ParceiroRow key={row.id} {...row} />}
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
  const edit = editAddress(areas.parceiros, id);
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
    <FirstRecord to={areas.parceiros.add} action="Cadastrar o primeiro parceiro">
      Quem vende pelo menu de parceiros aparece aqui, com contato e endereço.
    </FirstRecord>
  );
}
