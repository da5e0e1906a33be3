import { constants } from 'node:fs';
import { access, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../backend/database/operator-error.ts';
import { logForOperator } from '../backend/operator-log.ts';
import { PROJECT_FOLDER, runProgram } from './run.ts';

const BUILT = join(PROJECT_FOLDER, 'dist/index.html');
const SOURCES = [
  'src',
  'docs/manual',
  'public',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'docs/CHANGELOG.md',
];

export async function buildPanelIfChanged() {
  if ((await lastChange(BUILT)) >= (await lastSourceChange())) return;
  await demandWritable();
  logForOperator('info', 'Montando o painel...');
  // Build in a child process, because this process would not release the memory of the build.
  const { ok, output } = await runProgram('vite', ['build', '--logLevel', 'error']);
  if (!ok) throw new OperatorError(`O painel não pôde ser montado.\n${output}`);
}

/**
 * Throws if this account can only read the code, for example the account of a service: the build would fail with a less
 * clear message.
 */
async function demandWritable() {
  await access(PROJECT_FOLDER, constants.W_OK).catch((error: unknown) => {
    const advice = 'Com a conta dona do código: npm run build';
    throw new OperatorError(`O painel em dist/ falta ou é mais velho que o código. ${advice}`, {
      cause: error,
    });
  });
}

/**
 * Returns the time of the last change in the sources, in milliseconds. Folders count too, because the time of a folder
 * changes when a file in it is deleted.
 */
async function lastSourceChange() {
  const files = await Promise.all(
    SOURCES.map(async (name) => [name, ...(await entriesOf(join(PROJECT_FOLDER, name), name))]),
  );
  const times = await Promise.all(
    files.flat().map((name) => lastChange(join(PROJECT_FOLDER, name))),
  );
  return Math.max(...times);
}

async function entriesOf(path: string, name: string) {
  const found = await readdir(path, { recursive: true }).catch(() => []);
  return found.map((entry) => join(name, entry)).filter((entry) => !entry.includes('.test.'));
}

async function lastChange(path: string) {
  return stat(path).then(
    (found) => found.mtimeMs,
    () => 0,
  );
}
