import { parseArgs } from 'node:util';
import { join } from 'node:path';
import { OperatorError, printReasonAndExit } from '../backend/database/operator-error.ts';
import { loadEnv } from '../scripts/load-env.ts';
import { PROJECT_FOLDER } from '../scripts/run.ts';
import { formatFindings, chooseExitCode } from './doctor/finding.ts';
import { checkHostedProject } from './doctor/hosted.ts';
import { checkInstallation } from './doctor/installation.ts';

const USAGE = `Uso: npm run doctor [-- --mail ENDEREÇO]   confere esta instalação; com um endereço, manda uma mensagem de teste
     npm run doctor -- --project URL         confere um projeto da plataforma; as chaves em
                                             SUPABASE_PUBLISHABLE_KEY e SUPABASE_SECRET_KEY
Termina com 0 (certo), 1 (atenção) ou 2 (falha).`;

/**
 * `npm run doctor`: checks an installation, or a project of the hosted platform, without changes. One exception: in a
 * project with open sign-up, the check creates a login (`checkSignUp` in doctor/hosted.ts).
 */
if (import.meta.main) {
  loadEnv();
  runCommand().catch(printReasonAndExit);
}

function readArguments() {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ options: { mail: text, project: text } }).values;
  } catch (error) {
    throw new OperatorError(USAGE, { cause: error });
  }
}

async function runCommand() {
  const { mail, project } = readArguments();
  const findings = project
    ? await checkHostedProject(project, process.env)
    : await checkInstallation({ env: process.env, file: join(PROJECT_FOLDER, '.env'), mail });
  console.log(formatFindings(findings));
  process.exitCode = chooseExitCode(findings);
}
