import { readFile, stat } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import {
  hasUnreachableMailLinks,
  readConfig,
  CONFIG_VARIABLE_NAMES,
  type Config,
} from '../../backend/config.ts';
import { createPassedFinding, createProblemFinding, type Finding } from './finding.ts';

const CHECK = 'Configuração';
/** Variables of other programs that the settings file of a service may contain. */
const OTHERS = new Set(['DOMAIN', 'NODE_ENV', 'NODE_OPTIONS', 'TMPDIR', 'TZ', 'LANG', 'PATH']);
/** Minimum length of a setting's name that is recognized with two wrong letters. A shorter name may have one error. */
const LONG_NAME_LENGTH = 8;

export type Env = Record<string, string | undefined>;

/**
 * Checks the environment and the settings file.
 * @returns the configuration if it is valid, and the findings
 */
export async function checkSettings(
  env: Env,
  file: string,
): Promise<{ config: Config | undefined; findings: Finding[] }> {
  const findings = [...(await checkNames(env, file)), ...(await checkFile(file))];
  try {
    const config = readConfig(env);
    if (config.HOST !== '127.0.0.1' && !config.PUBLIC_URL?.startsWith('https:'))
      findings.push(
        createProblemFinding(
          CHECK,
          'atenção',
          `HOST é ${config.HOST} e PUBLIC_URL não é https: senhas passam em texto aberto.`,
          'Ponha um proxy com HTTPS na frente e diga PUBLIC_URL.',
        ),
      );
    if (hasUnreachableMailLinks(config))
      findings.push(
        createProblemFinding(
          CHECK,
          'atenção',
          'sem PUBLIC_URL, os links dos e-mails só abrem neste computador.',
          'Diga em PUBLIC_URL o endereço do painel, com https://.',
        ),
      );
    if (findings.length === 0)
      findings.push(createPassedFinding(CHECK, 'todas as variáveis são conhecidas.'));
    return { config, findings };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    findings.push(createProblemFinding(CHECK, 'falha', reason, 'Corrija e reinicie o serviço.'));
    return { config: undefined, findings };
  }
}

async function checkNames(env: Env, file: string) {
  const text = await readFile(file, 'utf8').catch(() => '');
  const inFile = Object.keys(parseEnv(text)).filter((name) => !OTHERS.has(name));
  const unknown = new Set(inFile.filter((name) => !CONFIG_VARIABLE_NAMES.includes(name)));
  for (const name of Object.keys(env))
    if (!CONFIG_VARIABLE_NAMES.includes(name) && !OTHERS.has(name) && similarTo(name))
      unknown.add(name);
  return [...unknown].map((name) => {
    const meant = similarTo(name);
    return createProblemFinding(
      CHECK,
      'falha',
      `${name} não é uma configuração da Vitrine${meant ? `: será ${meant}?` : '.'}`,
      'Corrija o nome ou retire a linha; .env.example lista todas.',
    );
  });
}

/** Checks that only the owner and the group of the settings file can read the file: it contains passwords. */
async function checkFile(file: string) {
  const found = await stat(file).catch(() => undefined);
  if (!found || (found.mode & 0o004) === 0 || process.platform === 'win32') return [];
  return [
    createProblemFinding(
      CHECK,
      'atenção',
      `${file} pode ser lido por qualquer conta.`,
      `chmod o= ${file}`,
    ),
  ];
}

function similarTo(name: string) {
  return CONFIG_VARIABLE_NAMES.find(
    (known) => distance(name.toUpperCase(), known) <= (known.length >= LONG_NAME_LENGTH ? 2 : 1),
  );
}

/** Counts the letters to insert, delete or replace to change one word into the other (Levenshtein distance). */
function distance(a: string, b: string) {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries())
      next.push(
        Math.min(
          (next[j] ?? 0) + 1,
          (row[j + 1] ?? 0) + 1,
          (row[j] ?? 0) + Number(letter !== other),
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
