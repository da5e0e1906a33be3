import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { deriveLoginRoleSettings } from './login-roles.ts';
import { OperatorError } from './operator-error.ts';
import { readDatabaseUrl } from './superuser.ts';

const URL = 'postgres://root:segr%40do@db.empresa.com.br:6432/vitrine';

it('reads every part of a database URL', () => {
  expect(readDatabaseUrl(URL)).toEqual({
    host: 'db.empresa.com.br',
    port: 6432,
    user: 'root',
    password: 'segr@do',
    database: 'vitrine',
  });
  expect(readDatabaseUrl('postgres://root:x@localhost/v?host=/tmp/pg')).toMatchObject({
    host: '/tmp/pg',
    port: 5432,
  });
});

it('applies its TLS parameters to every login role', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-ca-'));
  const ca = join(folder, 'ca.pem');
  await writeFile(ca, 'a certificate');

  const strict = readDatabaseUrl(`${URL}?sslmode=verify-full&sslrootcert=${ca}`);

  await rm(folder, { recursive: true });
  expect(strict.ssl).toEqual({ ca: 'a certificate' });
  expect(deriveLoginRoleSettings(strict, 'authenticator').ssl).toEqual({ ca: 'a certificate' });
  expect(readDatabaseUrl(`${URL}?sslmode=require`).ssl).toEqual({ rejectUnauthorized: false });
  expect(readDatabaseUrl(`${URL}?sslmode=disable`).ssl).toBe(false);
});

it.each([
  ['sslmode=prefer', 'sslmode é um de'],
  ['sslmod=verify-full', 'não se conhece sslmod'],
  ['sslmode=require&options=-c', 'não se conhece options'],
  ['sslmode=verify-full&sslrootcert=/nowhere/ca.pem', '/nowhere/ca.pem'],
])('refuses %s with the reason', (parameters, why) => {
  const read = () => readDatabaseUrl(`${URL}?${parameters}`);
  expect(read).toThrow(why);
  expect(read).toThrow(OperatorError);
  expect(read).not.toThrow('segr');
});

it('refuses a database URL without a password', () => {
  expect(() => readDatabaseUrl('postgres://root@localhost/v')).toThrow('a senha dele');
});
