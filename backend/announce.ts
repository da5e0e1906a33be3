import type { Config } from './config.ts';
import type { FirstSignIn } from './first-administrador.ts';
import { tellFirstSignIns } from './first-sign-in.ts';

export type StartNotice = {
  address: string;
  config: Config & { DATA_DIR: string };
  firstSignIns: FirstSignIn[];
};

/** What the person who typed `npm start` reads. */
export function announceStart({ address, config, firstSignIns }: StartNotice) {
  const lines = [`Vitrine em ${config.PUBLIC_URL ?? address}`, `Dados em ${config.DATA_DIR}`];
  lines.push(...tellFirstSignIns(config.DATA_DIR, firstSignIns, process.stdout.isTTY));
  if (!config.CONTACT_PHONE) lines.push('', 'Sem CONTACT_PHONE: o link de contato não aparece.');
  if (isOpenToNetwork(config)) lines.push(PLAIN_HTTP);
  if (!config.SMTP_URL) lines.push('Sem SMTP_URL: os e-mails ficam na pasta outbox dos dados.');
  if (!config.BACKUP_AT) lines.push('Sem BACKUP_AT: não há backup automático.');
  console.log(lines.join('\n'));
}

const PLAIN_HTTP =
  'Atenção: HOST aceita a rede, e PUBLIC_URL não é https: senhas passam em texto aberto. Use um proxy com HTTPS.';

function isOpenToNetwork({ HOST: host, PUBLIC_URL: publicUrl }: Config) {
  const isLoopback = host === 'localhost' || host === '::1' || host.startsWith('127.');
  return !isLoopback && !publicUrl?.startsWith('https:');
}
