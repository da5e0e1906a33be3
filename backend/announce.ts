import type { Config } from './config.ts';
import type { FirstSignIn } from './first-administrador.ts';
import { tellFirstSignIns } from './first-sign-in.ts';

export type StartNotice = {
  address: string;
  config: Config & { dataDir: string };
  firstSignIns: FirstSignIn[];
};

/** What the person who typed `npm start` reads. */
export function announceStart({ address, config, firstSignIns }: StartNotice) {
  const lines = [`Vitrine em ${config.publicUrl ?? address}`, `Dados em ${config.dataDir}`];
  lines.push(...tellFirstSignIns(config.dataDir, firstSignIns, process.stdout.isTTY));
  if (!config.contactPhone) lines.push('', 'Sem CONTACT_PHONE: o link de contato não aparece.');
  if (isOpenToNetwork(config)) lines.push(PLAIN_HTTP);
  if (!config.smtpUrl) lines.push('Sem SMTP_URL: os e-mails ficam na pasta outbox dos dados.');
  console.log(lines.join('\n'));
}

const PLAIN_HTTP =
  'Atenção: HOST aceita a rede, e PUBLIC_URL não é https: senhas passam em texto aberto. Use um proxy com HTTPS.';

function isOpenToNetwork({ host, publicUrl }: Config) {
  const isLoopback = host === 'localhost' || host === '::1' || host.startsWith('127.');
  return !isLoopback && !publicUrl?.startsWith('https:');
}
