import type { ReactNode } from 'react';
import { Row } from '#crud/list/row.tsx';
import { Thumbnail } from '#crud/stored-picture.tsx';
import { instagramHandle } from '#lib/instagram.ts';
import { maskPhone, phoneAddress } from '#lib/phone.ts';
import { Cell } from '#ui/table.tsx';
import { addressLine } from './address.ts';

export type CompanyRowProps = {
  row: {
    id: string;
    name: string;
    email: string;
    phone: string | null;
    logo_url: string | null;
  } & Parameters<typeof addressLine>[0];
  /** The `<Cell>`s after the address. */
  children: ReactNode;
};

/** The row of a company, in the columns of `companyColumns`. */
export function CompanyRow({ row, children }: CompanyRowProps) {
  return (
    <Row id={row.id} name={row.name} picture={<Thumbnail url={row.logo_url} />}>
      <Cell>
        <EmailLink email={row.email} />
      </Cell>
      <Cell place="note">
        <PhoneLink phone={row.phone} />
      </Cell>
      <Cell>{addressLine(row)}</Cell>
      {children}
    </Row>
  );
}

/** The columns of the row. */
export const companyColumns = {
  picture: { width: '3rem' },
  name: { width: 'minmax(0,1.8fr)' },
  email: { width: 'minmax(0,1.4fr)' },
  phone: { width: '6.75rem' },
  address: { width: 'minmax(0,1.3fr)' },
} as const;

// Contact links in the rows of a list; '—' without a value.

export function EmailLink({ email }: { email: string }) {
  return <a href={`mailto:${email}`}>{email}</a>;
}

/** A mobile number opens WhatsApp, any other one a call. */
export function PhoneLink({ phone }: { phone: string | null }) {
  const number = maskPhone(phone ?? '');
  const address = phoneAddress(number);
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

/** A stored Instagram profile as '@nome'. */
export function InstagramLink({ handle }: { handle: string | null }) {
  const name = instagramHandle(handle ?? '');
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
