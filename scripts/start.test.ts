import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';

const START = fileURLToPath(new URL('./start.ts', import.meta.url));

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-start-'));
  await chmod(dataDir, 0o711);
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

it('stops cleanly when npm, and with it the shell between, is ended', async () => {
  // As npm runs it. The second command keeps the shell from becoming the program itself.
  const shell = spawn('sh', ['-c', `"${process.execPath}" "${START}"; exit`], {
    env: { ...process.env, DATA_DIR: join(dataDir, 'data'), PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true, // a group of its own, so that nothing outlives a failure
  });
  onTestFinished(() => endGroup(shell.pid));
  let output = '';
  shell.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const address = () => /Vitrine em (http:\S+)/.exec(output)?.[1];
  await expect.poll(address, { timeout: 30_000 }).toBeTruthy();
  const answers = () =>
    fetch(`${address()}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  expect(await answers()).toBe(true);
  // The pipe closes when the last process that writes to it has ended.
  const allEnded = new Promise((resolve) => shell.stdout.once('close', () => resolve('ended')));

  shell.kill('SIGTERM');

  await expect(allEnded).resolves.toBe('ended');
  expect(await answers()).toBe(false);
}, 60_000);

function endGroup(pid: number | undefined) {
  try {
    if (pid) process.kill(-pid, 'SIGTERM');
  } catch {
    // All of it has ended, as it should.
  }
}
