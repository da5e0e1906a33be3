import type pg from 'pg';
import { CHANGED_COLLATIONS_QUERY } from '../../backend/database/collations.ts';
import { listAppliedFiles } from '../../backend/database/applied-files.ts';
import { countAllUnappliedFiles } from '../../backend/database/setup.ts';
import { withClient, type ConnectionSettings } from '../../backend/database/superuser.ts';
import { runCheck, createPassedFinding, createProblemFinding, type Finding } from './finding.ts';

const RESTART = 'Reinicie o serviço; se ele não iniciar, o motivo está no registro dele.';
const MAX_SKEW_SECONDS = 5;

/** Reports the version. Checks collations, migrations, closed sign-up and the database's clock. Changes nothing. */
export async function checkDatabase(superuser: ConnectionSettings): Promise<Finding[]> {
  return runCheck('Banco de dados', RESTART, () =>
    withClient(superuser, async (client) => {
      await client.query('begin read only');
      return [
        ...(await runCheck('Banco de dados', RESTART, () => checkVersion(client))),
        ...(await runCheck('Ordenação (ICU)', RESTART, () => checkCollations(client))),
        ...(await runCheck('Migrações', RESTART, () => checkMigrations(client))),
        ...(await runCheck('Cadastro', RESTART, () => checkSignUp(client))),
        ...(await checkClock(client)),
      ];
    }),
  );
}

async function checkVersion(client: pg.Client) {
  const { rows } = await client.query<{ version: string; size: string }>(
    `select current_setting('server_version') as version,
      pg_size_pretty(pg_database_size(current_database())) as size`,
  );
  return createPassedFinding('Banco de dados', `PostgreSQL ${rows[0]?.version}, ${rows[0]?.size}.`);
}

async function checkCollations(client: pg.Client) {
  const { rowCount } = await client.query(CHANGED_COLLATIONS_QUERY);
  if (!rowCount) return createPassedFinding('Ordenação (ICU)', 'a versão é a dos índices.');
  return createProblemFinding(
    'Ordenação (ICU)',
    'falha',
    'a biblioteca tem outra versão que os índices: buscas podem não achar tudo.',
    'Reinicie o serviço: ele refaz os índices antes de atender.',
  );
}

async function checkMigrations(client: pg.Client) {
  const applied = await listAppliedFiles(client);
  const missing = await countAllUnappliedFiles(applied);
  const found = `${applied.length} arquivos aplicados`;
  if (missing === 0) return createPassedFinding('Migrações', `${found}, nenhum falta.`);
  return createProblemFinding('Migrações', 'falha', `${found}, faltam ${missing}.`, RESTART);
}

/** Checks that the sign-up hook refuses an e-mail that is not in `private.announced_users`. */
async function checkSignUp(client: pg.Client) {
  const event = { user: { email: 'doctor@vitrine.invalid', user_metadata: {} } };
  const { rows } = await client.query<{ refusal: string | null }>(
    `select public.before_user_created_hook($1) -> 'error' ->> 'message' as refusal`,
    [event],
  );
  if (rows[0]?.refusal) return createPassedFinding('Cadastro', 'fechado a quem não foi anunciado.');
  return createProblemFinding(
    'Cadastro',
    'falha',
    'aberto: qualquer pessoa pode se cadastrar.',
    'A função public.before_user_created_hook foi mudada: ponha de volta a da migração announced_users.',
  );
}

async function checkClock(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
  const seconds = Math.abs(Date.now() - (rows[0]?.now.getTime() ?? 0)) / 1000;
  if (seconds <= MAX_SKEW_SECONDS) return [];
  return [
    createProblemFinding(
      'Relógio',
      'falha',
      `o do banco difere do desta máquina em ${Math.round(seconds)} s.`,
      'Acerte os dois por NTP: sessões e links contam com a hora.',
    ),
  ];
}
