import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';

const START = fileURLToPath(new URL('./start.ts', import.meta.url));

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-start-'));
  await chmod(dataDir, 0o711);
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

it('stops cleanly when npm ends the shell that runs it', async () => {
  const { shell, isResponding } = await startInShell({ npm_lifecycle_event: 'start' });
  // The pipe closes when the last process that writes to it has ended.
  const allEnded = new Promise((resolve) => shell.stdout.once('close', () => resolve('ended')));

  shell.kill('SIGTERM');

  await expect(allEnded).resolves.toBe('ended');
  expect(await isResponding()).toBe(false);
}, 120_000);

it('outlives the shell that started it without npm', async () => {
  const { shell, isResponding } = await startInShell({ npm_lifecycle_event: undefined });
  const shellEnded = once(shell, 'exit');

  shell.kill('SIGTERM');

  await shellEnded;
  await wait(1_000); // start.ts checks its parent several times in this period
  expect(await isResponding()).toBe(true);
}, 120_000);

/** Starts start.ts in a shell, as npm does. Without a second command, the shell would replace itself with Node. */
async function startInShell(env: { npm_lifecycle_event: string | undefined }) {
  const shell = spawn('sh', ['-c', `"${process.execPath}" "${START}"; exit`], {
    env: { ...process.env, ...env, DATA_DIR: join(dataDir, 'data'), PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true, // a separate group, so that `endGroup` ends all processes
  });
  const closed = once(shell.stdout, 'close');
  onTestFinished(async () => {
    endGroup(shell.pid);
    await closed;
  });
  let output = '';
  shell.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const url = () => /Vitrine em (http:[^\s"]+)/.exec(output)?.[1];
  await expect.poll(url, { timeout: 60_000 }).toBeTruthy();
  function isResponding() {
    return fetch(`${url()}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  }
  expect(await isResponding()).toBe(true);
  return { shell, isResponding };
}

function endGroup(pid: number | undefined) {
  try {
    if (pid) process.kill(-pid, 'SIGTERM');
  } catch {
    // All processes have ended, as expected.
  }
}
