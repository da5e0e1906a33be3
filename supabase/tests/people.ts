/** The kinds of callers of the database. */
export type TestCaller =
  | 'anon'
  | 'loginWithoutProfile'
  | 'signedOutAdministrador'
  | 'colaborador'
  | 'administrador';

type Claims = { role: 'anon' | 'authenticated'; sub?: string; session_id?: string };
type TestUser = {
  claims: Claims;
  email?: string;
  session?: boolean;
  profile?: { name: string; role: 'Administrador' | 'Colaborador' };
};

export const ANA_ID = '00000000-0000-4000-8000-00000000000a';
export const BRUNO_ID = '00000000-0000-4000-8000-00000000000b';
export const CAIO_ID = '00000000-0000-4000-8000-00000000000c';

export const TEST_CALLERS: Record<TestCaller, TestUser> = {
  anon: { claims: { role: 'anon' } },
  loginWithoutProfile: {
    claims: {
      role: 'authenticated',
      sub: CAIO_ID,
      session_id: '10000000-0000-4000-8000-00000000000c',
    },
    email: 'caio@vitrine.exemplo',
    session: true,
  },
  administrador: {
    claims: {
      role: 'authenticated',
      sub: ANA_ID,
      session_id: '10000000-0000-4000-8000-00000000000a',
    },
    email: 'ana@vitrine.exemplo',
    session: true,
    profile: { name: 'Ana Souza', role: 'Administrador' },
  },
  colaborador: {
    claims: {
      role: 'authenticated',
      sub: BRUNO_ID,
      session_id: '10000000-0000-4000-8000-00000000000b',
    },
    email: 'bruno@vitrine.exemplo',
    session: true,
    profile: { name: 'Bruno Lima', role: 'Colaborador' },
  },
  // Ana after a sign-out: her token has not expired, but its session does not exist.
  signedOutAdministrador: {
    claims: {
      role: 'authenticated',
      sub: ANA_ID,
      session_id: '10000000-0000-4000-8000-0000000000ff',
    },
    email: 'ana@vitrine.exemplo',
  },
};
