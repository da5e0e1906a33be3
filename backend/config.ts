import { resolve } from 'node:path';
import * as v from 'valibot';
import { OperatorError } from './database/operator-error.ts';

/** The environment variables of the process, validated once at start. */
export type Config = v.InferOutput<typeof environment>;

/**
 * Minimum length of the backup passphrase, in characters: an attacker with a copy of a backup can try passphrases for
 * years.
 */
export const MIN_PASSPHRASE_LENGTH = 12;

const port = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/, 'um número de porta'),
  v.transform(Number),
  v.maxValue(65_535, 'um número de porta'),
);
const url = v.pipe(
  v.string(),
  // Require the scheme http or https: `localhost:3000` is a valid URL too, but its scheme is `localhost:`.
  v.check(isWebAddress, 'um endereço completo, com http:// ou https://'),
);
const databaseUrl = v.pipe(
  v.string(),
  v.regex(
    /^postgres(ql)?:\/\/\S+$/,
    'um endereço como postgres://vitrine:senha@127.0.0.1:5432/vitrine',
  ),
  v.url('um endereço como postgres://vitrine:senha@127.0.0.1:5432/vitrine'),
);
const smtpUrl = v.pipe(
  v.string(),
  v.regex(/^smtps?:\/\/\S+$/, 'um endereço como smtps://usuario:senha@smtp.empresa.com.br:465'),
  v.url('um endereço como smtps://usuario:senha@smtp.empresa.com.br:465'),
);
const count = v.pipe(v.string(), v.regex(/^\d{1,12}$/, 'um número inteiro'), v.transform(Number));
const days = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,3}$/, 'um número de dias, de 1 a 9999'),
  v.transform(Number),
);
const passwordCost = v.pipe(
  v.string(),
  v.regex(/^([4-9]|1[0-5])$/, 'um número de 4 a 15'),
  v.transform(Number),
);
const time = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'uma hora, como 03:00'));
const phone = v.pipe(
  v.string(),
  v.transform((text) => text.replace(/\D/g, '')),
  v.regex(/^\d{10,15}$/, 'um telefone com código do país e DDD, por exemplo +55 11 91234-5678'),
);
const password = v.pipe(
  v.string(),
  v.minLength(8, 'pelo menos 8 caracteres'),
  v.maxBytes(72, 'no máximo 72 bytes, que é o que se confere de uma senha'),
);
const list = v.pipe(
  v.string(),
  v.transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  ),
);
const addresses = v.pipe(
  list,
  v.array(
    v.union(
      [v.pipe(v.string(), v.ip()), v.pipe(v.string(), v.regex(/^[\d.a-f:]+\/\d{1,3}$/i))],
      'endereços IP ou faixas',
    ),
  ),
);
const origin = v.pipe(
  v.string(),
  v.check(isOrigin, 'origens como https://loja.exemplo, sem caminho, separadas por vírgulas'),
  v.transform((text) => new URL(text).origin), // the form of the header `Origin`
);

const environment = v.object({
  PORT: v.optional(port, '3000'),
  METRICS_PORT: v.optional(port),
  HOST: v.optional(v.string(), '127.0.0.1'),
  DATA_DIR: v.optional(v.string()),
  DATABASE_URL: v.optional(databaseUrl),
  PUBLIC_URL: v.optional(v.pipe(url, v.transform(withoutLastSlash))),
  TRUST_PROXY: v.optional(addresses),
  SMTP_URL: v.optional(smtpUrl),
  MAIL_FROM: v.optional(v.string(), 'Vitrine <nao-responda@localhost>'),
  CONTACT_PHONE: v.optional(phone),
  CEP_URL: v.optional(url, 'https://viacep.com.br'),
  CEP_FALLBACK_URL: v.optional(url, 'https://brasilapi.com.br'),
  CNPJ_URL: v.optional(url, 'https://brasilapi.com.br'),
  CORS_ORIGINS: v.optional(v.pipe(list, v.array(origin)), ''),
  ADMIN_EMAIL: v.optional(v.pipe(v.string(), v.trim(), v.toLowerCase(), v.email('um e-mail'))),
  ADMIN_PASSWORD: v.optional(password),
  DEMO_PASSWORD: v.optional(password),
  BACKUP_AT: v.optional(time),
  BACKUP_DIR: v.optional(
    v.pipe(
      v.string(),
      v.transform((path) => resolve(path)),
    ),
  ),
  BACKUP_PASSPHRASE: v.optional(
    v.pipe(
      v.string(),
      v.minLength(MIN_PASSPHRASE_LENGTH, `pelo menos ${MIN_PASSPHRASE_LENGTH} caracteres`),
    ),
  ),
  LOG_LEVEL: v.optional(v.picklist(['fatal', 'error', 'warn', 'info', 'debug', 'silent']), 'warn'),
  MAX_ROWS: v.optional(count, '1000'),
  MAX_BODY_BYTES: v.optional(count, '1048576'),
  MAX_UPLOAD_BYTES: v.optional(count, '52428800'),
  FAILED_ATTEMPTS_PER_ACCOUNT: v.optional(count, '10'),
  FAILED_ATTEMPTS_PER_ADDRESS: v.optional(count, '100'),
  FAILED_ATTEMPTS_WINDOW_SECONDS: v.optional(count, '900'),
  RECOVERY_INTERVAL_SECONDS: v.optional(count, '60'),
  PASSWORD_COST: v.optional(passwordCost, '12'),
  REQUESTS_PER_MINUTE: v.optional(count, '6000'),
  MAX_CONNECTIONS: v.optional(count, '2000'),
  CONNECTIONS_PER_ADDRESS: v.optional(count, '400'),
  SESSION_IDLE_DAYS: v.optional(days, '30'),
  SESSION_MAX_DAYS: v.optional(days, '90'),
  MIN_FREE_DISK_PERCENT: v.optional(count, '5'),
});

/** The names of all environment variables of the configuration. */
export const CONFIG_VARIABLE_NAMES = Object.keys(environment.entries);

/**
 * Validates the environment variables in `env` and returns the configuration. An empty variable counts as missing.
 * @throws OperatorError whose Portuguese message names every invalid variable and its valid values
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = v.safeParse(environment, given);
  if (result.success) return result.output;
  const faults = result.issues.map(
    (issue) => `  ${v.getDotPath(issue)}: esperado ${issue.message}`,
  );
  throw new OperatorError(`Configuração inválida:\n${faults.join('\n')}`);
}

/**
 * Whether recipients of e-mails probably cannot open the links: without PUBLIC_URL, the links use the URL on which the
 * server listens, and SMTP_URL or TRUST_PROXY shows that users work on other computers.
 */
export function hasUnreachableMailLinks(config: Config) {
  return !config.PUBLIC_URL && Boolean(config.SMTP_URL ?? config.TRUST_PROXY);
}

function withoutLastSlash(text: string) {
  return text.replace(/\/+$/, '');
}

function isWebAddress(text: string) {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

function isOrigin(text: string) {
  const parsed = URL.parse(text);
  return (
    parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.href === `${parsed.origin}/`
  );
}
