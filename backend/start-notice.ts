import { hasUnreachableMailLinks, type Config } from './config.ts';
import {
  deleteFirstSignInFile,
  describeFirstSignInCredentials,
  type FirstSignInCredentials,
} from './first-sign-in.ts';
import { logForOperator } from './operator-log.ts';

export type StartNotice = {
  version: string;
  address: string;
  config: Config & { DATA_DIR: string };
  firstSignIns: FirstSignInCredentials[];
};

/**
 * Prints the server's URL, version and data folder, the first sign-ins, and warnings about settings. On a terminal, it
 * then deletes the file of the first sign-ins, because the terminal has shown their passwords.
 */
export function printStartNotice({ version, address, config, firstSignIns }: StartNotice) {
  logForOperator('info', `Vitrine em ${config.PUBLIC_URL ?? address}`, { address, version });
  logForOperator('info', `Versão ${version}`);
  logForOperator('info', `Dados em ${config.DATA_DIR}`);
  const isTerminal = process.stdout.isTTY;
  const signIns = describeFirstSignInCredentials(config.DATA_DIR, firstSignIns, isTerminal);
  if (signIns) logForOperator('info', signIns);
  if (isTerminal) deleteFirstSignInFile(config.DATA_DIR);
  if (!config.CONTACT_PHONE)
    logForOperator('info', 'Sem CONTACT_PHONE: o link de contato não aparece.');
  if (isOpenToNetwork(config)) logForOperator('warn', PLAIN_HTTP);
  if (hasUnreachableMailLinks(config)) logForOperator('warn', LOCAL_LINKS);
  if (!config.SMTP_URL)
    logForOperator('warn', 'Sem SMTP_URL: os e-mails ficam na pasta outbox dos dados.');
  if (!config.BACKUP_AT) logForOperator('warn', 'Sem BACKUP_AT: não há backup automático.');
}

const PLAIN_HTTP =
  'Atenção: HOST aceita a rede, e PUBLIC_URL não é https: senhas passam em texto aberto. Use um proxy com HTTPS.';
const LOCAL_LINKS =
  'Atenção: sem PUBLIC_URL, os links dos e-mails só abrem neste computador. Diga o endereço do painel.';

function isOpenToNetwork({ HOST: host, PUBLIC_URL: publicUrl }: Config) {
  const isLoopback = host === 'localhost' || host === '::1' || host.startsWith('127.');
  return !isLoopback && !publicUrl?.startsWith('https:');
}
