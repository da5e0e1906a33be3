import type { Config } from './config.ts';
import type { FirstSignIn } from './first-administrador.ts';

export type StartNotice = {
  address: string;
  config: Config & { dataDir: string };
  firstSignIns: FirstSignIn[];
};

/** What the person who typed `npm start` reads. A generated password is printed here once and kept nowhere. */
export function announceStart({ address, config, firstSignIns }: StartNotice) {
  const lines = [`Vitrine em ${config.publicUrl ?? address}`, `Dados em ${config.dataDir}`];
  for (const signIn of firstSignIns) lines.push('', ...describeSignIn(signIn));
  if (!config.contactPhone) lines.push('', 'Sem CONTACT_PHONE: o link de contato não aparece.');
  if (!config.smtpUrl) lines.push('Sem SMTP_URL: os e-mails ficam na pasta outbox dos dados.');
  console.log(lines.join('\n'));
}

function describeSignIn({ people, password, passwordWasGenerated }: FirstSignIn) {
  return [
    people.length > 1 ? 'Primeiros acessos:' : 'Primeiro acesso:',
    ...people.map(({ email, role }) => `  ${email} (${role})`),
    passwordWasGenerated
      ? `  Senha: ${password}  (anote: não será mostrada de novo)`
      : '  Senha: a que foi escolhida na configuração',
  ];
}
