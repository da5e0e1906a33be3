import { areas } from '#app/areas.ts';
import { editAddress } from '#crud/area.ts';
import { FirstRecord } from '#crud/list/add-link.tsx';
import { ListFilters } from '#crud/list/list-filters.tsx';
import { FilterSelect } from '#ui/filter-select.tsx';
import { ListPage } from '#crud/list/list-page.tsx';
import { ActionsCell, RowLink, StatusBadge } from '#crud/list/row-actions.tsx';
import { Thumbnail } from '#crud/stored-picture.tsx';
import { useList } from '#crud/list/use-list.ts';
import { addressLine } from '#features/company/address.ts';
import { InstagramLink } from '#features/company/instagram-link.tsx';
import { maskPhone } from '#lib/phone.ts';
import { Badge } from '#ui/badge.tsx';
import { Breakable } from '#ui/breakable.tsx';
import { Cell, HeadCell, Row, SortCell } from '#ui/table.tsx';
import { planNames } from './distribuidor.ts';
import * as data from './distribuidores.queries.ts';

/** /distribuidores */
export function DistribuidoresListPage() {
  const list = useList(areas.distribuidores, data.distribuidoresList);
  const { params, setParams } = list;
  return (
    <>
      <ListFilters list={list} search="Buscar distribuidor por nome ou e-mail" clearable>
        <FilterSelect
          label="Plano"
          options={planNames}
          value={params.plano}
          onChange={(plano) => setParams({ plano })}
        />
      </ListFilters>
      <ListPage
        list={list}
        failure={() => 'Falha ao carregar distribuidores. Tente novamente.'}
        empty="Nenhum distribuidor encontrado."
        first={<FirstDistribuidor />}
        head={<Head />}
      >
        {(row) => <DistribuidorRow key={row.id} {...row} />}
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
      <HeadCell>Plano</HeadCell>
      <SortCell column="status">Status</SortCell>
      <HeadCell>Instagram</HeadCell>
      <HeadCell className="text-right">Ações</HeadCell>
    </>
  );
}

function DistribuidorRow({ id, name, plans, ...row }: data.ListedDistribuidor) {
  const edit = editAddress(areas.distribuidores, id);
  return (
    <Row>
      <Cell place="picture">
        <Thumbnail url={row.logo_url ?? undefined} />
      </Cell>
      <Cell place="main" className="min-w-32 wrap-anywhere">
        <RowLink to={edit} name={name} />
      </Cell>
      <Cell place="wide" label="Email" className="min-w-46 @5xl:min-w-52">
        <Breakable>{row.email}</Breakable>
      </Cell>
      <Cell place="half" label="Telefone" className="whitespace-nowrap">
        {maskPhone(row.phone)}
      </Cell>
      <Cell place="wide" label="Endereço" className="min-w-40">
        {addressLine(row)}
      </Cell>
      <Cell place="half" label="Plano">
        <Badge colors={{ background: plans.background_color, text: plans.text_color }}>
          {plans.name}
        </Badge>
      </Cell>
      <Cell place="half" label="Status">
        <StatusBadge>{row.status}</StatusBadge>
      </Cell>
      <Cell place="half" label="Instagram" className="min-w-28 @5xl:min-w-36">
        <InstagramLink handle={row.instagram} />
      </Cell>
      <ActionsCell
        id={id}
        name={name}
        edit={edit}
        question="Tem certeza que deseja excluir este distribuidor?"
        mutation={data.deleteDistribuidor}
      />
    </Row>
  );
}

function FirstDistribuidor() {
  return (
    <FirstRecord to={areas.distribuidores.add} action="Cadastrar o primeiro distribuidor">
      Quem revende pelo catálogo de distribuidores aparece aqui, cada um com o seu plano.
    </FirstRecord>
  );
}
