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
import { Cell, HeadCell, SortCell } from '#ui/table.tsx';
import * as data from './parceiros.queries.ts';

/** /parceiros */
export function ParceirosListPage() {
  const list = useList(areas.parceiros, data.parceirosList, { remove: data.deleteParceiro });
  return (
    <>
      <ListFilters list={list} search="Buscar parceiro por nome ou e-mail" clearable />
      <ListPage
        list={list}
        bulk={Changes}
        actions={<ImportAndAdd area={areas.parceiros} />}
        texts={{
          failure: () => 'Falha ao carregar parceiros. Tente novamente.',
          empty: 'Nenhum parceiro encontrado.',
          first: {
            about: 'Quem vende pelo menu de parceiros aparece aqui, com contato e endereço.',
            action: 'Cadastrar o primeiro parceiro',
          },
        }}
        columns="3rem minmax(0,1.5fr) minmax(0,1.5fr) 7.5rem minmax(0,1.5fr) minmax(0,1fr) 5rem"
        head={
          <>
            <HeadCell>Foto</HeadCell>
            <SortCell column="name" />
            <SortCell column="email" />
            <HeadCell>Telefone</HeadCell>
            <HeadCell>Endereço</HeadCell>
            <HeadCell>Instagram</HeadCell>
            <SortCell column="status" />
          </>
        }
      >
        {({ id, name, ...row }) => (
          <Row key={id} id={id} name={name} picture={<Thumbnail url={row.logo_url} />}>
            <Cell>
              <EmailLink email={row.email} />
            </Cell>
            <Cell place="note">
              <PhoneLink phone={row.phone} />
            </Cell>
            <Cell>{addressLine(row)}</Cell>
            <Cell>
              <InstagramLink handle={row.instagram} />
            </Cell>
            <StatusCell>{row.status}</StatusCell>
          </Row>
        )}
      </ListPage>
    </>
  );
}

const Changes = areaChanges(areas.parceiros, {
  column: 'status',
  active: 'Ativo',
  inactive: 'Inativo',
});
