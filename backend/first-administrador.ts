import { randomBytes } from 'node:crypto';
import { createLogin } from './auth/create-login.ts';
import type { Platform } from './platform.ts';

/** `password` only when it was generated here. */
export type FirstSignIn = { email: string; password: string | undefined };

const DEFAULT_EMAIL = 'admin@vitrine.exemplo';

/** Makes the first Administrador of a database without profiles; `undefined` when there are some. */
export async function ensureAdministrador({ config, databases }: Platform): Promise<FirstSignIn | undefined> {
  return undefined;
}
