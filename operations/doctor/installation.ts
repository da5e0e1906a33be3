import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../backend/config.ts';
import { findDataFolder, resolveDataFolder } from '../../backend/database/data-folder.ts';
import { refuseMismatchedDataFolder } from '../../backend/database/installation.ts';
import { findRunningServer } from '../../backend/database/running.ts';
import {
  requireConnection,
  readDatabaseUrl,
  type ConnectionSettings,
} from '../../backend/database/superuser.ts';
import { readOrCreateSecrets } from '../../backend/secrets.ts';
import { readVersion } from '../../backend/version.ts';
import { PROJECT_FOLDER } from '../../scripts/run.ts';
import { resolveBackupFolder } from '../folder.ts';
import { checkBackups } from './backups.ts';
import { checkDatabase } from './database.ts';
import { runCheck, createPassedFinding, createProblemFinding, type Finding } from './finding.ts';
import { checkDisk, checkOwnersAndModes } from './folder.ts';
import { waitForStartingServer, checkClock, checkMail, checkServer } from './service.ts';
import { checkSettings, type Env } from './settings.ts';

/** Minimum free space on the disk of the backups, in percent. MIN_FREE_DISK_PERCENT is only for the data's disk. */
const MIN_BACKUPS_PERCENT = 5;

type Examined = {
  /** The environment, with the variables of the settings file. */
  env: Env;
  /** The path of the settings file. */
  file: string;
  /** Recipient of a test message. */
  mail?: string | undefined;
  /** Maximum time to wait for a server that is starting. */
  startLimitMs?: number | undefined;
};

const START_LIMIT_MS = 60_000;

const NO_FOLDER =
  'Diga em DATA_DIR a pasta do serviço, e rode o comando com a conta dele ou como root.';

/** Checks the installation that these settings describe. Starts no server and changes no data. */
export async function checkInstallation({
  env,
  file,
  mail,
  startLimitMs = START_LIMIT_MS,
}: Examined): Promise<Finding[]> {
  const { config, findings } = await checkSettings(env, file);
  const versions = await runCheck('Versão', 'Monte o painel: npm run build', checkVersion);
  if (!config) return [...versions, ...findings];
  return [
    ...versions,
    ...findings,
    ...(await checkData(config, startLimitMs)),
    ...(await runCheck('E-mail', '', () => checkMail(config, config.DATA_DIR ?? '', mail))),
    await checkClock(),
  ];
}

async function checkData(config: Config, startLimitMs: number): Promise<Finding[]> {
  let dataDir: string;
  let starting: Finding | undefined;
  try {
    // Wait before `findDataFolder`, which throws without a data folder: a server that starts can still create it.
    starting = await waitForStartingServer(
      config,
      await resolveDataFolder(config.DATA_DIR),
      startLimitMs,
    );
    dataDir = await findDataFolder(config.DATA_DIR, !config.DATABASE_URL);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [createProblemFinding('Pasta de dados', 'falha', reason, NO_FOLDER)];
  }
  // Do not check the database while the server is starting: the server can still be applying migrations.
  const { superuser, findings } = starting
    ? { findings: [starting] }
    : await reachDatabase(config, dataDir);
  const minimum = config.MIN_FREE_DISK_PERCENT;
  const backups = resolveBackupFolder(config, dataDir);
  return [
    ...(starting ? [] : await runCheck('Servidor', '', () => checkServer(config))),
    ...(await runCheck('Donos e modos', NO_FOLDER, () => checkOwnersAndModes(dataDir))),
    ...(await runCheck('Disco dos dados', NO_FOLDER, () =>
      checkDisk('Disco dos dados', dataDir, minimum),
    )),
    ...((await exists(backups))
      ? await runCheck('Disco dos backups', NO_FOLDER, () =>
          checkDisk('Disco dos backups', backups, MIN_BACKUPS_PERCENT),
        )
      : []),
    ...findings,
    ...(superuser ? await checkDatabase(superuser) : []),
    ...(await checkBackups(config, dataDir, superuser)),
  ];
}

/** Connects to the database of DATABASE_URL, or to the embedded database if it runs. Does not start a database. */
async function reachDatabase(config: Config, dataDir: string) {
  const findings: Finding[] = [];
  let superuser: ConnectionSettings | undefined;
  const refuse = (found: string, advice: string) =>
    findings.push(createProblemFinding('Banco de dados', 'falha', found, advice));
  try {
    if (config.DATABASE_URL) {
      const given = readDatabaseUrl(config.DATABASE_URL);
      await requireConnection(given);
      superuser = given;
      await refuseMismatchedDataFolder(given, dataDir);
    } else {
      const { databasePassword } = await readOrCreateSecrets(dataDir);
      superuser = await findRunningServer(join(dataDir, 'postgres'), databasePassword);
      if (!superuser) refuse('não roda.', 'Inicie o serviço: ele inicia o PostgreSQL.');
    }
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error), 'Corrija as configurações.');
  }
  return { superuser, findings };
}

async function checkVersion(): Promise<Finding> {
  const panel = await readFile(join(PROJECT_FOLDER, 'dist/index.html'), 'utf8').catch(
    () => undefined,
  );
  const found = `Vitrine ${await readVersion()}, Node.js ${process.versions.node}`;
  if (panel === undefined)
    return createProblemFinding(
      'Versão',
      'falha',
      `${found}, sem painel em dist/.`,
      'npm run build',
    );
  return createPassedFinding('Versão', `${found}.`);
}

async function exists(path: string) {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
