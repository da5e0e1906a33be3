import { printStartNotice } from './start-notice.ts';
import { readConfig, type Config } from './config.ts';
import { OperatorError } from './database/operator-error.ts';
import { withSetupLock } from './database/superuser.ts';
import { ensureAdministrador } from './first-administrador.ts';
import { deleteFirstSignInFileAfterUse, type FirstSignInCredentials } from './first-sign-in.ts';
import { buildServer, type PanelMounter } from './build-server.ts';
import { createLogger } from './log.ts';
import { logFailureAndExit, logForOperator } from './operator-log.ts';
import { openPlatform, type OpenedPlatform } from './open-platform.ts';
import { mountBuiltPanel } from './panel.ts';
import { readVersion } from './version.ts';

/**
 * Maximum time of a stop. After this time, the process exits, because a hanging request must not keep the host from
 * shutting down.
 */
const STOP_LIMIT_MS = 30_000;
/** An unassigned number, for the contact link of the demonstration. */
const DEMO_CONTACT_PHONE = '+55 11 90400-0100';

/** Starts the database, the protocols and the panel. Resolves when the server accepts requests. */
export async function startApplication(mountPanel: PanelMounter = mountBuiltPanel) {
  const demo = process.argv.includes('--demo');
  const config = readConfig(
    demo ? { CONTACT_PHONE: DEMO_CONTACT_PHONE, ...process.env } : process.env,
  );
  process.on('uncaughtException', logFailureAndExit);
  const closers: (() => Promise<void>)[] = [];
  async function closeAll() {
    while (closers.length > 0) await closers.pop()?.();
  }
  stopOnSignals(closeAll);
  try {
    await open(config, { mountPanel, demo, closers });
  } catch (error) {
    await closeAll();
    throw error;
  }
}

type Opening = { mountPanel: PanelMounter; demo: boolean; closers: (() => Promise<void>)[] };

async function open(config: Config, { mountPanel, demo, closers }: Opening) {
  const opened = await openPlatform(config, createLogger(config.LOG_LEVEL));
  closers.push(() => opened.close());
  const firstSignIns = await withSetupLock(opened.superuser, () => firstPeople(opened, demo));
  const metrics = await openMetrics(opened);
  if (metrics) closers.push(() => metrics.close());
  const app = await buildServer(opened.platform, mountPanel);
  closers.push(() => app.close());
  const address = await app
    .listen({ port: config.PORT, host: config.HOST })
    .catch(explainListening);
  printStartNotice({
    version: await readVersion(),
    address,
    config: opened.platform.config,
    firstSignIns,
  });
  closers.push(await scheduleBackups(opened));
  deleteFirstSignInFileAfterUse(opened.platform);
}

/** Serves the metrics on METRICS_PORT. Without this setting, returns undefined and does not load their module. */
async function openMetrics(opened: OpenedPlatform) {
  const { platform, superuser } = opened;
  const port = platform.config.METRICS_PORT;
  if (port === undefined) return undefined;
  const { createMetrics, serveMetrics } = await import('./metrics.ts');
  const { findLastBackupTime } = await import('../operations/backup-outcome.ts');
  const { register, observe } = createMetrics(platform, () => findLastBackupTime(superuser));
  platform.observe = observe;
  return serveMetrics(register, port);
}

async function scheduleBackups({ platform: { config, log }, superuser }: OpenedPlatform) {
  if (!config.BACKUP_AT && !config.BACKUP_DIR) return async () => undefined;
  const { scheduleBackups: schedule } = await import('../operations/schedule.ts');
  return schedule({ config, superuser, log });
}

function explainListening(error: NodeJS.ErrnoException): never {
  const [why, remedy] = LISTENING[error.code ?? ''] ?? [];
  if (!why) throw error;
  throw new OperatorError(`O endereço ${why}: ${error.message}\n${remedy}`, { cause: error });
}

const LISTENING: Partial<Record<string, [string, string]>> = {
  EADDRINUSE: ['já está em uso', 'Escolha outra porta com PORT.'],
  EACCES: ['não é permitido a esta conta', 'Escolha outra porta com PORT.'],
  EADDRNOTAVAIL: ['não é um endereço desta máquina', 'Escolha outro com HOST.'],
  ENOTFOUND: ['não foi encontrado', 'Escolha outro com HOST.'],
  EAI_AGAIN: ['não foi encontrado', 'Escolha outro com HOST.'],
};

async function firstPeople({ platform, superuser }: OpenedPlatform, demo: boolean) {
  if (!demo) return listIfAny(await ensureAdministrador(platform));
  // With ADMIN_EMAIL, create an Administrador with this e-mail, in addition to the users of the demonstration.
  const chosen = platform.config.ADMIN_EMAIL ? listIfAny(await ensureAdministrador(platform)) : [];
  const { loadDemo, DemoRefusedError } = await import('../demo/demo.ts');
  try {
    return [...chosen, await loadDemo(platform, superuser)];
  } catch (error) {
    if (!(error instanceof DemoRefusedError)) throw error;
    logForOperator('info', error.message); // normal for each later start with `--demo`
    return [...chosen, ...listIfAny(await ensureAdministrador(platform))];
  }
}

function listIfAny(signIn: FirstSignInCredentials | undefined) {
  return signIn ? [signIn] : [];
}

const LATE = `A Vitrine não parou em ${STOP_LIMIT_MS / 1_000} s: foi encerrada assim mesmo.`;

function stopOnSignals(stop: () => Promise<void>) {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      setTimeout(() => logFailureAndExit(new OperatorError(LATE)), STOP_LIMIT_MS).unref();
      void stop().then(() => {
        logForOperator('info', `A Vitrine parou (${signal}).`, { signal });
        process.exit(0);
      }, logFailureAndExit);
    });
  }
}

if (import.meta.main) startApplication().catch(logFailureAndExit);
