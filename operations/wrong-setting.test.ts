import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

async function run(program: string, words: string[], env: Record<string, string>) {
  const path = fileURLToPath(new URL(`../${program}`, import.meta.url));
  return promisify(execFile)(process.execPath, [path, ...words], {
    env: { ...process.env, ...env },
    timeout: 60_000,
  }).then(
    () => 'it succeeded',
    ({ code, stderr }: { code: number; stderr: string }) => `${code} ${stderr}`,
  );
}

const MOVE = ['--storage=http://127.0.0.1:1', '--key=x'];

it.each([
  ['operations/backup.ts', [], { PORT: 'x' }, 'PORT: esperado um número de porta'],
  ['operations/backup.ts', [], { BACKUP_PASSPHRASE: 'curta' }, 'BACKUP_PASSPHRASE: esperado pelo'],
  ['operations/restore.ts', ['x'], { PORT: 'x' }, 'PORT: esperado um número de porta'],
  ['operations/move.ts', MOVE, { PORT: 'x' }, 'PORT: esperado um número de porta'],
  ['operations/move.ts', ['--para=x'], {}, 'Uso: npm run move'],
  ['operations/move.ts', ['--from=nowhere', ...MOVE], {}, 'não é um endereço'],
  [
    'operations/move.ts',
    ['--from=postgres://a:b@127.0.0.1:1/x', ...MOVE],
    { DATA_DIR: '/tmp/vitrine-none/x' },
    '127.0.0.1:1 não responde',
  ],
  ['scripts/admin.ts', ['demo:clear'], { PORT: 'x' }, 'PORT: esperado um número de porta'],
])('%s %j reports the invalid setting %o, without a stack', async (program, words, env, why) => {
  const output = await run(program, words, env);
  expect(output).toMatch(/^1 /);
  expect(output).toContain(why);
  expect(output).not.toMatch(/\bat .*:\d+:\d+/);
});
