import { instagramHandle } from '#lib/instagram.ts';
import { maskPhone, phoneAddress } from '#lib/phone.ts';

// Ways to reach a person or a company, in the rows of a list; '—' for none.

export function EmailLink({ email }: { email: string }) {
  return <a href={`mailto:${email}`}>{email}</a>;
}

/** A mobile number opens a conversation on WhatsApp, any other one is called. */
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

/** A stored profile as '@nome'. */
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
