import { loadavg } from 'node:os';
import { compareAuth } from './auth.ts';
import { compare, type Compared } from './compare.ts';
import { measureMemory } from './memory.ts';
import { startBackend, startProgram } from './processes.ts';
import { profile } from './profile.ts';
import { report } from './report.ts';
import { compareRest } from './rest.ts';
import { compareStorage } from './storage.ts';
import { inWorld, type World } from './world.ts';

/** `npm run bench`: the three protocols against the floor, memory and processor time; about five minutes. */
const [loadBefore = 0] = loadavg(); // above one, something else was running too

await inWorld(async (world) => {
  const memory = await measureMemory(world);
  const costs = await profile(world);
  const compared = await compareAll(world);
  await report({ loadBefore, compared, memory, costs });
});

async function compareAll({ env, bare, recording }: World) {
  const backend = await startBackend(env);
  const floor = await startProgram('bench/bare-server.ts', { BARE_SERVER: JSON.stringify(bare) });
  const servers = { backend: backend.url, bare: floor.url, headers: recording.headers };
  try {
    const compared: Compared[] = [];
    const comparisons = [
      ...(await compareRest(servers)),
      ...compareAuth(servers),
      ...(await compareStorage(servers)),
    ];
    for (const comparison of comparisons) {
      console.error(comparison.name);
      compared.push(...(await compare(comparison)));
    }
    return compared;
  } finally {
    await floor.stop();
    await backend.stop();
  }
}
