import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { Env } from './settings.ts';
import { runCheck, createPassedFinding, createProblemFinding, type Finding } from './finding.ts';

const MIGRATIONS = new URL('../../supabase/migrations/', import.meta.url);
const LIMIT_MS = 15_000;
const PUSH = 'supabase db push --remote (docs/hosted.md, passo 4).';
const PUBLIC_BUCKETS = ['avatars', 'images', 'logos', 'product-images'];
const CLOSED_BUCKET = 'lixeira';

type Project = { url: string; publishable: string; secret: string | undefined; origin: string };

/** Checks a project by its URL and keys. For facts that no key can read, `NOT_VERIFIED` names dashboard pages. */
export async function checkHostedProject(address: string, env: Env): Promise<Finding[]> {
  const publishable = env['SUPABASE_PUBLISHABLE_KEY'];
  if (!publishable)
    return [
      createProblemFinding(
        'Chaves',
        'falha',
        'falta SUPABASE_PUBLISHABLE_KEY no ambiente.',
        'Está no painel da plataforma: Project Settings → API Keys.',
      ),
    ];
  const panel = env['PUBLIC_URL'] || address;
  const invalid = [address, panel].find((url) => !/^https?:/.test(url) || !URL.canParse(url));
  if (invalid !== undefined)
    return [
      createProblemFinding(
        'Endereço',
        'falha',
        `${invalid} não é um endereço.`,
        'Diga-o por inteiro: https://<ref>.supabase.co; o do painel em PUBLIC_URL.',
      ),
    ];
  const project = {
    url: address.replace(/\/+$/, ''),
    publishable,
    secret: env['SUPABASE_SECRET_KEY'],
    origin: new URL(panel).origin,
  };
  return [
    ...(await runCheck('Esquema', PUSH, () => checkSchema(project))),
    ...(await runCheck('Políticas', PUSH, () => checkPolicies(project))),
    ...(await runCheck('Buckets', PUSH, () => checkBuckets(project))),
    ...(await runCheck('Cadastro', HOOK_ADVICE, () => checkSignUp(project))),
    ...(await runCheck('CORS', CORS_ADVICE, () => checkCors(project))),
    ...(await runCheck('Endereços assinados', PUSH, () => checkSignedUrls(project))),
    ...NOT_VERIFIED,
  ];
}

/** Checks that the secret key can read each table of the migrations. */
async function checkSchema(project: Project): Promise<Finding[]> {
  const { secret } = project;
  if (!secret) return [notVerified('Esquema', 'sem SUPABASE_SECRET_KEY', 'Table Editor')];
  const tables = await tablesOfMigrations();
  const missing: string[] = [];
  for (const table of tables) {
    const { status } = await request(project, `/rest/v1/${table}?select=*&limit=0`, {
      key: secret,
    });
    if (status === 401 || status === 403) throw new Error('a chave secreta não foi aceita.');
    if (status !== 200) missing.push(table);
  }
  if (missing.length > 0)
    return [
      createProblemFinding('Esquema', 'falha', `faltam as tabelas ${missing.join(', ')}.`, PUSH),
    ];
  return [
    createPassedFinding('Esquema', `as ${tables.length} tabelas das migrações estão lá.`),
    notVerified('Esquema', 'funções e gatilhos', 'supabase migration list'),
  ];
}

/** Checks that an anonymous client, with only the publishable key, reads no row of any table. */
async function checkPolicies(project: Project): Promise<Finding[]> {
  const open: string[] = [];
  for (const table of await tablesOfMigrations()) {
    const { status, text } = await request(project, `/rest/v1/${table}?select=*&limit=1`);
    if (status < 300 && text.trim() !== '[]') open.push(table);
  }
  if (open.length > 0)
    return [
      createProblemFinding(
        'Políticas',
        'falha',
        `quem não entrou lê ${open.join(', ')}.`,
        'Compare com as migrações: supabase db diff.',
      ),
    ];
  return [
    createPassedFinding('Políticas', 'quem não entrou não lê nenhuma tabela.'),
    notVerified('Políticas', 'as de quem entrou', 'Authentication → Policies; supabase db diff'),
  ];
}

async function checkBuckets(project: Project): Promise<Finding> {
  const { secret } = project;
  if (!secret) return notVerified('Buckets', 'sem SUPABASE_SECRET_KEY', 'Storage');
  const faults: string[] = [];
  for (const id of [...PUBLIC_BUCKETS, CLOSED_BUCKET]) {
    const { status, text } = await request(project, `/storage/v1/bucket/${id}`, { key: secret });
    if (status !== 200) faults.push(`${id} falta`);
    else if ((JSON.parse(text) as { public: boolean }).public !== (id !== CLOSED_BUCKET))
      faults.push(id === CLOSED_BUCKET ? `${id} está aberto` : `${id} está fechado`);
  }
  if (faults.length > 0)
    return createProblemFinding('Buckets', 'falha', `${faults.join(', ')}.`, PUSH);
  return createPassedFinding(
    'Buckets',
    `${PUBLIC_BUCKETS.join(', ')} abertos, ${CLOSED_BUCKET} fechado.`,
  );
}

const HOOK_ADVICE =
  'Feche já: Authentication → Sign In / Providers → Allow new users to sign up; depois supabase config push e Authentication → Hooks.';

/**
 * Checks that the project refuses to sign up an e-mail that is not in `private.announced_users`. If the
 * project creates the login, the check deletes the login. Without a secret key, the check only advises to delete it.
 */
async function checkSignUp(project: Project): Promise<Finding> {
  const email = `doctor-${randomBytes(6).toString('hex')}@vitrine.exemplo`;
  const body = { email, password: randomBytes(18).toString('base64url') };
  const { status, text } = await request(project, '/auth/v1/signup', { body });
  if (status < 300) {
    const { id, user } = JSON.parse(text) as { id?: string; user?: { id: string } }; // GoTrue's response
    const left = await deleteLogin(project, user?.id ?? id);
    return createProblemFinding(
      'Cadastro',
      'falha',
      `aberto: ${email} foi cadastrado${left}.`,
      HOOK_ADVICE,
    );
  }
  if (/Só um Administrador pode cadastrar/.test(text))
    return createPassedFinding('Cadastro', 'o gancho recusa quem não foi anunciado.');
  if (/signup_disabled|Signups not allowed/i.test(text))
    return createProblemFinding(
      'Cadastro',
      'atenção',
      'desligado por inteiro: o painel também não cadastra.',
      'Depois de supabase config push ligue-o: Authentication → Sign In / Providers.',
    );
  return createProblemFinding(
    'Cadastro',
    'falha',
    `resposta ${status}: ${text.slice(0, 200)}`,
    HOOK_ADVICE,
  );
}

async function deleteLogin(project: Project, id: string | undefined) {
  const { secret } = project;
  if (!id || !secret) return '; apague-o em Authentication → Users';
  const path = `/auth/v1/admin/users/${id}`;
  const { status } = await request(project, path, { key: secret, method: 'DELETE' });
  return status < 300 ? ' e apagado' : '; apague-o em Authentication → Users';
}

const CORS_ADVICE = 'Diga em PUBLIC_URL o endereço do painel; a plataforma aceita qualquer origem.';

async function checkCors(project: Project): Promise<Finding> {
  const response = await fetch(`${project.url}/rest/v1/products`, {
    method: 'OPTIONS',
    headers: {
      origin: project.origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'apikey,authorization',
    },
    signal: AbortSignal.timeout(LIMIT_MS),
  });
  const allowed = response.headers.get('access-control-allow-origin');
  if (allowed === '*' || allowed === project.origin || project.origin === project.url)
    return createPassedFinding('CORS', `o painel em ${project.origin} pode chamar.`);
  return createProblemFinding(
    'CORS',
    'falha',
    `o painel em ${project.origin} não pode chamar.`,
    CORS_ADVICE,
  );
}

/** Checks that an anonymous client gets no signed URL in the private bucket, and that an invalid token is refused. */
async function checkSignedUrls(project: Project): Promise<Finding> {
  const path = `/storage/v1/object/sign/${CLOSED_BUCKET}/doctor`;
  const { status } = await request(project, path, { body: { expiresIn: 60 } });
  const forged = await request(project, `${path}?token=x.y.z`);
  if (status >= 400 && forged.status >= 400)
    return createPassedFinding('Endereços assinados', 'são recusados a quem não entrou.');
  return createProblemFinding('Endereços assinados', 'falha', 'são dados a quem não entrou.', PUSH);
}

const NOT_VERIFIED = [
  notVerified('Sessões', 'duração e fim', 'Authentication → Sessions'),
  notVerified('E-mail', 'SMTP e modelo da recuperação', 'Authentication → Emails'),
  notVerified('Backups', 'quando e por quanto tempo', 'Database → Backups'),
];

function notVerified(check: string, what: string, place: string): Finding {
  return createProblemFinding(
    check,
    'não verificado',
    `${what}: nenhuma chave mostra.`,
    `Veja em ${place}.`,
  );
}

type RequestOptions = { key?: string; method?: string; body?: unknown };

async function request(
  project: Project,
  path: string,
  { key = project.publishable, method, body }: RequestOptions = {},
) {
  const response = await fetch(`${project.url}${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      apikey: key,
      ...(key === project.publishable ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(LIMIT_MS),
  });
  return { status: response.status, text: await response.text() };
}

async function tablesOfMigrations() {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).toSorted();
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, MIGRATIONS), 'utf8')));
  const made = texts.join('\n').matchAll(/^create table public\.(\w+)/gm);
  return [...new Set([...made].flatMap(([, name]) => name ?? []))];
}
