import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { endProcessTree, isProcessRunning } from './end-tree.ts';

const STUBBORN = `process.on('SIGTERM', () => {}); setTimeout(() => {}, 60_000);`;
const PARENT = `
  const { spawn } = require('node:child_process');
  const options = { detached: true, stdio: 'ignore' };
  const ids = [0, 1].map(() => spawn(process.execPath, ['-e', ${JSON.stringify(STUBBORN)}], options).pid);
  setTimeout(() => console.log(ids.join()), 500);
  setTimeout(() => {}, 60_000);
`;

it('ends processes that ignore SIGTERM and lead groups of their own', async () => {
  const parent = spawn(process.execPath, ['-e', PARENT], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const line = await new Promise<string>((resolve) => {
    createInterface(parent.stdout).once('line', resolve);
  });
  if (!parent.pid) throw new Error('The parent did not start.');
  const closed = new Promise((resolve) => parent.once('close', resolve));

  await endProcessTree(parent.pid, 500);

  await closed;
  for (const id of line.split(',').map(Number))
    await expect.poll(() => isProcessRunning(id), { timeout: 5_000 }).toBe(false);
});
