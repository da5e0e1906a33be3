import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../backend/testing/server.ts';
import { checkHostedProject } from './hosted.ts';

/** The built-in backend replaces a hosted project here: the checks use only protocols that both platforms have. */
let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ seed: 'staff' });
});
afterEach(() => server.stop());

async function examine(keys: Record<string, string> = {}) {
  const { url, anonKey, serviceKey } = server;
  const env = { SUPABASE_PUBLISHABLE_KEY: anonKey, SUPABASE_SECRET_KEY: serviceKey, ...keys };
  return checkHostedProject(url, env);
}

async function faults() {
  const findings = await examine();
  return findings
    .filter(({ level }) => level === 'atenção' || level === 'falha')
    .map(({ check, level, found }) => `${level} ${check}: ${found}`);
}

const SEEN = ['Esquema', 'Políticas', 'Buckets', 'Cadastro', 'CORS', 'Endereços assinados'];

it('finds no fault in a correct project, and passes no check that needs more than a key', async () => {
  const findings = await examine();

  expect(await faults()).toEqual([]);
  const right = findings.filter(({ level }) => level === 'certo').map(({ check }) => check);
  expect(right).toEqual(SEEN);
  const unseen = findings.filter(({ level }) => level === 'não verificado');
  expect(unseen.map(({ check }) => check)).toEqual(
    expect.arrayContaining(['Sessões', 'E-mail', 'Backups', 'Políticas', 'Esquema']),
  );
  for (const { advice } of unseen) expect(advice).toMatch(/^Veja em /);
});

it('reports an invalid URL, and treats an empty PUBLIC_URL as absent', async () => {
  const keys = { SUPABASE_PUBLISHABLE_KEY: server.anonKey };
  for (const [address, env] of [
    ['ref.supabase.co', keys],
    [server.url, { ...keys, PUBLIC_URL: 'painel.exemplo' }],
  ] as const) {
    expect(await checkHostedProject(address, env)).toMatchObject([
      { level: 'falha', check: 'Endereço' },
    ]);
  }
  const findings = await examine({ PUBLIC_URL: '' });
  expect(findings.find(({ check }) => check === 'CORS')).toMatchObject({ level: 'certo' });
});

it('lists the checks that need the secret key when there is none', async () => {
  const findings = await examine({ SUPABASE_SECRET_KEY: '' });
  const buckets = findings.find(({ check }) => check === 'Buckets');
  expect(buckets).toMatchObject({ level: 'não verificado', advice: 'Veja em Storage.' });
});

it('finds an open sign-up, a table that anonymous clients can read, and a closed bucket that is open', async () => {
  await server.sql(`create or replace function public.before_user_created_hook(event jsonb) returns jsonb
    language sql stable security definer set search_path = '' as $$ select '{}'::jsonb $$`);
  await server.sql(`grant select on public.plans to anon;
    create policy "everybody reads" on public.plans for select to anon using (true)`);
  await server.sql(`update storage.buckets set public = true where id = 'lixeira'`);

  expect(await faults()).toEqual([
    'falha Políticas: quem não entrou lê plans.',
    'falha Buckets: lixeira está aberto.',
    expect.stringMatching(/^falha Cadastro: aberto: .* foi cadastrado/),
  ]);
});

it('finds a missing table', async () => {
  await server.sql('alter table public.banners rename to other');
  expect(await faults()).toContain('falha Esquema: faltam as tabelas banners.');
});
