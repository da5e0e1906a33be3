import { NameCell, PictureCell, StatusCell } from '#crud/list/row.tsx';
import type { Columns } from '#crud/views/columns.ts';
import { Thumbnail } from '#crud/stored-picture.tsx';
import { parseInstagramHandle } from '#lib/instagram.ts';
import { maskPhone, phoneUrl } from '#lib/phone.ts';
import { Cell } from '#ui/table.tsx';
import { formatAddress } from './address.ts';

type Company = {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  instagram: string | null;
  logo_url: string | null;
  status: string;
} & Parameters<typeof formatAddress>[0];

/** The columns that the lists of distribuidores and parceiros share. */
export const companyColumns = {
  picture: {
    width: '3rem',
    cell: (row) => (
      <PictureCell row={row}>
        <Thumbnail url={row.logo_url} />
      </PictureCell>
    ),
  },
  name: { width: 'minmax(0,1.8fr)', cell: (row) => <NameCell row={row} /> },
  email: {
    width: 'minmax(0,1.4fr)',
    cell: ({ email }) => (
      <Cell>
        <EmailLink email={email} />
      </Cell>
    ),
  },
  phone: {
    width: '6.75rem',
    cell: ({ phone }) => (
      <Cell place="note">
        <PhoneLink phone={phone} />
      </Cell>
    ),
  },
  address: { width: 'minmax(0,1.3fr)', cell: (row) => <Cell>{formatAddress(row)}</Cell> },
  instagram: {
    width: 'minmax(0,1fr)',
    cell: ({ instagram }) => (
      <Cell>
        <InstagramLink handle={instagram} />
      </Cell>
    ),
  },
  status: { width: '5rem', cell: ({ status }) => <StatusCell>{status}</StatusCell> },
} satisfies Columns<Company>;

// The contact links in the rows of a list. Without a phone number or an Instagram profile, the cell shows '—'.

export function EmailLink({ email }: { email: string }) {
  return <a href={`mailto:${email}`}>{email}</a>;
}

/**
 * Renders a phone number as a link: a mobile phone opens WhatsApp, any other phone starts a call. A text that is not a
 * phone number is rendered unchanged.
 */
export function PhoneLink({ phone }: { phone: string | null }) {
  const number = maskPhone(phone ?? '');
  const address = phoneUrl(number);
  if (!address) return phone || '—';
  const inTab = address.startsWith('https:') && {
    ...newTab,
    'aria-label': `${number} no WhatsApp (abre em outra aba)`,
  };
  return (
    <a href={address} {...inTab}>
      {number}
    </a>
  );
}

/** Renders a stored Instagram profile as the link '@nome'. */
function InstagramLink({ handle }: { handle: string | null }) {
  const name = parseInstagramHandle(handle ?? '');
  if (!name) return '—';
  return (
    <a
      href={`https://www.instagram.com/${encodeURIComponent(name)}/`}
      aria-label={`@${name} no Instagram (abre em outra aba)`}
      {...newTab}
    >
      @{name}
    </a>
  );
}

const newTab = { target: '_blank', rel: 'noopener noreferrer' };
