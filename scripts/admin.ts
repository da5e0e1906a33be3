import {
  changeEmail,
  endSessions,
  listSessions,
  CommandRefusedError,
  removeFactors,
  readOrSetFactorRequirement,
  resetPassword,
} from './admin/logins.ts';
import { readOrSetHistoryRetentionYears } from './admin/history.ts';
import { readConfig } from '../backend/config.ts';
import { createLogger } from '../backend/log.ts';
import { printReasonAndExit } from '../backend/database/operator-error.ts';
import { openPlatform, type OpenedPlatform } from '../backend/open-platform.ts';
import { clearDemo } from '../demo/clear.ts';
import { DemoRefusedError } from '../demo/demo.ts';
import { loadEnv } from './load-env.ts';

const USAGE = `Uso: npm run admin -- COMANDO
  reset-password EMAIL          dá uma senha nova, mostrada uma vez, e encerra as sessões
  sessions EMAIL [--end]        lista as sessões abertas, ou as encerra
  remove-factor EMAIL           retira a verificação em duas etapas (celular perdido) e encerra as sessões
  require-factor [DE QUEM]      de quem se exige a verificação em duas etapas; com ninguem, administradores ou todos, passa a ser assim
  change-email ATUAL NOVO       troca o e-mail do login e do perfil
  keep-history [ANOS]           por quantos anos o histórico é guardado; com um número, passa a ser este
  demo:clear                    retira a demonstração: registros, pessoas e arquivos`;

/** Runs a command of the operator (`npm run admin`), whether the server runs or not. */
async function admin([command = '', ...args]: string[]) {
  const chosen = COMMANDS[command];
  const given = args.filter((arg) => !arg.startsWith('--')).length;
  if (!chosen || given < chosen.args - (chosen.optional ?? 0) || given > chosen.args) {
    console.error(USAGE);
    process.exitCode = 2;
    return;
  }
  const config = readConfig(process.env);
  const opened = await openPlatform(config, createLogger(config.LOG_LEVEL), { joins: true });
  try {
    console.log(await chosen.run(opened, args));
  } catch (error) {
    if (!(error instanceof CommandRefusedError || error instanceof DemoRefusedError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  } finally {
    await opened.close();
  }
}

type Command = {
  /** The maximum number of arguments. Options (`--end`) do not count. */
  args: number;
  /** The number of `args` that can be left out; by default none. */
  optional?: number;
  run(opened: OpenedPlatform, args: string[]): Promise<string>;
};

const COMMANDS: Partial<Record<string, Command>> = {
  'reset-password': {
    args: 1,
    async run({ platform }, [email = '']) {
      const password = await resetPassword(platform, email);
      return `Senha nova de ${email}: ${password}\nNão será mostrada de novo. As sessões foram encerradas.`;
    },
  },
  sessions: {
    args: 1,
    async run({ platform }, args) {
      const email = args.find((arg) => !arg.startsWith('--')) ?? '';
      if (!args.includes('--end')) return describeSessions(await listSessions(platform, email));
      await endSessions(platform, email);
      return `As sessões de ${email} foram encerradas.`;
    },
  },
  'remove-factor': {
    args: 1,
    async run({ platform, superuser }, [email = '']) {
      const count = await removeFactors(platform, superuser, email);
      return count === 0
        ? `${email} não usa a verificação em duas etapas. As sessões foram encerradas.`
        : `A verificação em duas etapas de ${email} foi retirada. As sessões foram encerradas.`;
    },
  },
  'require-factor': {
    args: 1,
    optional: 1,
    async run({ platform, superuser }, [given]) {
      const requiredOf = await readOrSetFactorRequirement(platform, superuser, given);
      return `A verificação em duas etapas é exigida de: ${requiredOf}.`;
    },
  },
  'change-email': {
    args: 2,
    async run({ platform }, [from = '', to = '']) {
      return `O e-mail de ${from} agora é ${await changeEmail(platform, from, to)}.`;
    },
  },
  'keep-history': {
    args: 1,
    optional: 1,
    async run({ platform, superuser }, [given]) {
      const years = await readOrSetHistoryRetentionYears(platform, superuser, given);
      return `O histórico é guardado por ${years} ${years === 1 ? 'ano' : 'anos'}.`;
    },
  },
  'demo:clear': {
    args: 0,
    async run({ platform, superuser }) {
      const { people, rows, files } = await clearDemo(platform, superuser);
      return `Demonstração retirada: ${rows} registros, ${people} pessoas e ${files} arquivos.`;
    },
  },
};

function describeSessions(sessions: Awaited<ReturnType<typeof listSessions>>) {
  if (sessions.length === 0) return 'Nenhuma sessão aberta.';
  return sessions
    .map(({ startedAt, usedAt, endsAt, ip, userAgent }) =>
      [
        `desde ${format(startedAt)}`,
        `usada ${format(usedAt)}`,
        endsAt && `até ${format(endsAt)}`,
        ip,
        userAgent,
      ]
        .filter(Boolean)
        .join(' · '),
    )
    .join('\n');
}

function format(date: Date) {
  return date.toLocaleString('pt-BR', { dateStyle: 'short', timeStyle: 'short' });
}

loadEnv();
admin(process.argv.slice(2)).catch(printReasonAndExit);
