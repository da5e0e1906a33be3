import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { load } from './load.ts';
import { startBackend } from './processes.ts';
import { listOf } from './panel.ts';
import { costsOf, type Cost, type Profile } from './costs.ts';
import type { World } from './world.ts';

export const PROFILE_MS = 10_000;

/** The backend's CPU time while it serves the product page, by function. */
export async function profile({ dataDir, env, recording }: World): Promise<Cost[]> {
  const folder = join(dataDir, 'profile');
  const flags = ['--cpu-prof', `--cpu-prof-dir=${folder}`];
  const { url, stop } = await startBackend(env, flags);
  try {
    const target = listOf({ url, headers: recording.headers });
    const nextTarget = () => target;
    await load(nextTarget, 8, 2_000);
    await load(nextTarget, 8, PROFILE_MS);
  } finally {
    await stop();
  }
  const [name = ''] = await readdir(folder);
  const found = JSON.parse(await readFile(join(folder, name), 'utf8')) as Profile; // V8's format
  return costsOf(found, PROFILE_MS);
}
