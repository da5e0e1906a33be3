/** All kinds of callers of the database, with the claims of their requests. */
export type Person =
  | 'anon'
  | 'loginWithoutProfile'
  | 'signedOutAdministrador'
  | 'colaborador'
  | 'administrador';

type Claims = { role: 'anon' | 'authenticated'; sub?: string; session_id?: string };
type Somebody = {
  claims: Claims;
  email?: string;
  session?: boolean;
  profile?: { name: string; role: 'Administrador' | 'Colaborador' };
};

const ANA = '00000000-0000-4000-8000-00000000000a';
const BRUNO = '00000000-0000-4000-8000-00000000000b';
const CAIO = '00000000-0000-4000-8000-00000000000c';

export const PEOPLE: Record<Person, Somebody> = {
  anon: { claims: { role: 'anon' } },
  loginWithoutProfile: {
    claims: {
      role: 'authenticated',
      sub: CAIO,
      session_id: '10000000-0000-4000-8000-00000000000c',
    },
    email: 'caio@vitrine.exemplo',
    session: true,
  },
  administrador: {
    claims: { role: 'authenticated', sub: ANA, session_id: '10000000-0000-4000-8000-00000000000a' },
    email: 'ana@vitrine.exemplo',
    session: true,
    profile: { name: 'Ana Souza', role: 'Administrador' },
  },
  colaborador: {
    claims: {
      role: 'authenticated',
      sub: BRUNO,
      session_id: '10000000-0000-4000-8000-00000000000b',
    },
    email: 'bruno@vitrine.exemplo',
    session: true,
    profile: { name: 'Bruno Lima', role: 'Colaborador' },
  },
  // The token of a session that Ana has ended; it has not expired yet.
  signedOutAdministrador: {
    claims: { role: 'authenticated', sub: ANA, session_id: '10000000-0000-4000-8000-0000000000ff' },
    email: 'ana@vitrine.exemplo',
  },
};

export const ANA_ID = ANA;
export const BRUNO_ID = BRUNO;
export const CAIO_ID = CAIO;
