import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { OperatorError } from './database/operator-error.ts';

/**
 * Keys and passwords that the first start generates. `anonKey` is public, because the panel contains it. The other
 * secrets are only on the host and in backups.
 */
export type Secrets = {
  /** Private ES256 key that signs the access tokens. */
  signingKey: JWK;
  /** The panel's key: it gives the role `anon` only. */
  anonKey: string;
  /** The key that bypasses row-level security: for scripts on the server, never for a browser. */
  serviceKey: string;
  /** Password of the embedded database's superuser. */
  databasePassword: string;
};

/**
 * Reads DATA_DIR/secrets.json, which the first start creates (mode 600). Two processes that start together get the same
 * secrets: each writes a complete draft, and only the first draft becomes the file.
 */
export async function readOrCreateSecrets(dataDir: string): Promise<Secrets> {
  const file = join(dataDir, 'secrets.json');
  const existing = await read(file);
  if (existing) return existing;
  await mkdir(dataDir, { recursive: true });
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, JSON.stringify(await generate(), null, 2), { mode: 0o600, flush: true });
  await chmod(draft, 0o600);
  await link(draft, file).catch(ignoreExisting);
  await unlink(draft);
  const written = await read(file);
  if (!written) throw new OperatorError(`Não foi possível gravar ${file}.`);
  return written;
}

async function read(file: string): Promise<Secrets | undefined> {
  try {
    // `generate` wrote this file, and no other account can write to it.
    return JSON.parse(await readFile(file, 'utf8')) as Secrets;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw new OperatorError(`O arquivo de segredos ${file} não pôde ser lido: ${String(error)}`, {
      cause: error,
    });
  }
}

async function generate(): Promise<Secrets> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const kid = randomBytes(8).toString('hex');
  return {
    signingKey: { ...(await exportJWK(privateKey)), kid, alg: 'ES256', use: 'sig' },
    anonKey: `sb_publishable_${random()}`,
    serviceKey: `sb_secret_${random()}`,
    databasePassword: random(),
  };
}

function random() {
  return randomBytes(24).toString('base64url');
}

function ignoreExisting(error: unknown) {
  if (!isCode(error, 'EEXIST')) throw error;
}

function isCode(error: unknown, code: string) {
  return error instanceof Error && 'code' in error && error.code === code;
}
