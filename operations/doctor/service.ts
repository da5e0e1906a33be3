import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Config } from '../../backend/config.ts';
import { isFolderLocked } from '../../backend/database/folder-lock.ts';
import { createMailer, verifySmtp } from '../../backend/mail/mailer.ts';
import { createLogger } from '../../backend/log.ts';
import { createPassedFinding, createProblemFinding, type Finding } from './finding.ts';

const LIMIT_MS = 5_000;
const MAIL_ADVICE = 'Confira SMTP_URL e MAIL_FROM com quem cuida do correio.';

/** Maximum time that a newly started server needs until it has locked its data folder. */
const LOCK_LIMIT_MS = 5_000;
const PAUSE_MS = 500;

/**
 * Waits while a server is starting, which means: the server has locked its data folder, but does not listen yet. A
 * server without the lock has `LOCK_LIMIT_MS` to lock the folder.
 * @param limitMs maximum time to wait for a server with the lock
 * @returns a finding if the server is still starting after that time, otherwise undefined
 */
export async function waitForStartingServer(config: Config, dataDir: string, limitMs: number) {
  const began = performance.now();
  const url = urlOf(config);
  while (await isRefused(url)) {
    const elapsed = performance.now() - began;
    const holds = isFolderLocked(join(dataDir, 'postgres'));
    if (!holds && elapsed > LOCK_LIMIT_MS) return undefined;
    if (holds && elapsed > limitMs)
      return createProblemFinding(
        'Servidor',
        'atenção',
        `ainda não responde em ${url}: está iniciando (backup, migrações).`,
        'Espere e rode de novo: npm run doctor',
      );
    await wait(PAUSE_MS);
  }
  return undefined;
}

/** Returns whether the connection fails. A timeout is no failure here: the server listens, so it has started. */
async function isRefused(url: string) {
  return fetch(url, { signal: AbortSignal.timeout(LIMIT_MS) }).then(
    () => false,
    (error: unknown) => !(error instanceof DOMException),
  );
}

function urlOf({ HOST: host, PORT: port }: Config) {
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}/readyz`;
}

/** Checks that the server responds and is ready. */
export async function checkServer(config: Config): Promise<Finding> {
  const url = urlOf(config);
  const response = await fetch(url, { signal: AbortSignal.timeout(LIMIT_MS) }).catch(
    () => undefined,
  );
  if (!response)
    return createProblemFinding(
      'Servidor',
      'falha',
      `não responde em ${url}.`,
      'Inicie o serviço e veja o registro dele.',
    );
  const { database, disk, writes } = (await response.json()) as Record<string, string>; // the response of backend/health.ts
  if (response.ok && writes === 'ok') return createPassedFinding('Servidor', `responde em ${url}.`);
  return createProblemFinding(
    'Servidor',
    'falha',
    `responde em ${url}: banco ${database}, disco ${disk}, escrita ${writes}.`,
    'Veja as linhas do banco e do disco.',
  );
}

/** Checks that the mail server accepts the login. If `to` is given, sends a test message to this address instead. */
export async function checkMail(config: Config, dataDir: string, to?: string): Promise<Finding> {
  if (!config.SMTP_URL)
    return createProblemFinding(
      'E-mail',
      'atenção',
      'sem SMTP_URL: as mensagens ficam na pasta outbox dos dados.',
      'Diga SMTP_URL e MAIL_FROM.',
    );
  try {
    if (to === undefined) {
      await verifySmtp(config.SMTP_URL);
      return createPassedFinding(
        'E-mail',
        'o servidor aceita o acesso (com --mail ENDEREÇO vai uma mensagem).',
      );
    }
    const mailer = createMailer({ ...config, DATA_DIR: dataDir }, createLogger('silent'));
    const text = 'Mensagem de teste da Vitrine.';
    await mailer.send({ to, subject: text, text, html: `<p>${text}</p>` });
    return createPassedFinding('E-mail', `o servidor aceitou uma mensagem para ${to}.`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return createProblemFinding('E-mail', 'falha', `o servidor recusou: ${reason}`, MAIL_ADVICE);
  }
}

/** Checks that the clock of this host is synchronized. */
export async function checkClock(): Promise<Finding> {
  const words = ['show', '--property=NTPSynchronized', '--value'];
  const output = await promisify(execFile)('timedatectl', words, { timeout: LIMIT_MS }).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );
  if (output === 'yes') return createPassedFinding('Relógio', 'acertado por NTP.');
  if (output === 'no')
    return createProblemFinding(
      'Relógio',
      'atenção',
      'não é acertado por NTP.',
      'timedatectl set-ntp true',
    );
  return createProblemFinding(
    'Relógio',
    'não verificado',
    'não há timedatectl aqui.',
    'Veja na máquina: timedatectl ou chronyc tracking.',
  );
}
