import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { printReasonAndExit, OperatorError } from '../backend/database/operator-error.ts';
import { PROJECT_FOLDER } from './run.ts';

/**
 * Loads the variables of .env, if it exists; variables that are already set take precedence. .env can be a link to the
 * file of the service (docs/operations.md). Ends the process if this account cannot read it. See .env.example.
 */
export function loadEnv(file = join(PROJECT_FOLDER, '.env')) {
  if (!existsSync(file)) return;
  try {
    process.loadEnvFile(file);
  } catch (error) {
    const reason = `As configurações em ${file} não podem ser lidas por esta conta: ${String(error)}`;
    printReasonAndExit(new OperatorError(reason, { cause: error }));
  }
}
