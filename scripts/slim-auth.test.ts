import { build } from 'vite';
import { beforeAll, expect, it } from 'vitest';
import { slimAuth } from './slim-auth.ts';

// The library's own types need a browser's.
type Client = Record<
  'signInWithPassword' | 'signInWithPasskey' | 'signOut',
  (settings?: object) => Promise<{ data: unknown; error: Error | null }>
>;
type Library = { AuthClient: new (settings: object) => Client };

let code: string;
let auth: Client;
const asked: string[] = [];

beforeAll(async () => {
  code = await builtClient();
  const module = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
  // What the library exports, built by ourselves.
  const { AuthClient } = (await import(/* @vite-ignore */ module)) as Library;
  auth = new AuthClient({
    url: 'http://auth.test',
    autoRefreshToken: false,
    fetch: answer,
  });
});

it('leaves passkeys and wallets out', () => {
  expect(code).not.toContain('PublicKeyCredential');
  expect(code).not.toContain('wants you to sign in with your Ethereum account');
});

it('signs in with a password and out again', async () => {
  const { data } = await auth.signInWithPassword({ email: 'ana@vitrine.exemplo', password: 'x' });
  expect(data).toMatchObject({ user: { id: 'ana' } });
  const { error } = await auth.signOut({ scope: 'global' });
  expect(error).toBeNull();
  expect(asked).toEqual(['/token?grant_type=password', '/logout?scope=global']);
});

it('says no to a passkey', async () => {
  const { error } = await auth.signInWithPasskey();
  expect(error?.message).toBe('Browser does not support WebAuthn');
});

async function builtClient(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [slimAuth()],
    build: {
      write: false,
      minify: false,
      lib: { entry: 'node_modules/@supabase/auth-js/dist/module/index.js', formats: ['es'] },
    },
  });
  const [bundle] = [built].flat();
  if (!bundle || !('output' in bundle)) throw new Error('Vite built nothing');
  return bundle.output[0].code;
}

async function answer(address: string): Promise<Response> {
  const { pathname, search } = new URL(address);
  asked.push(pathname + search);
  if (pathname === '/logout') return new Response(null, { status: 204 });
  const user = { id: 'ana', email: 'ana@vitrine.exemplo' };
  const session = { access_token: 'a.b.c', refresh_token: 'r', expires_in: 3600, user };
  return Response.json({ ...session, token_type: 'bearer' });
}
