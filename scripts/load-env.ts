import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from './run.ts';

/** Takes the variables of .env, if there is one; those already set win. See .env.example. */
export function loadEnv() {
  const file = join(PROJECT, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}
