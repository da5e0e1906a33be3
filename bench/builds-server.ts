import { readConfig } from '../backend/config.ts';
import { buildServer } from '../backend/http.ts';
import { createLog } from '../backend/log.ts';
import { openPlatform } from '../backend/open-platform.ts';
import { mountBuiltPanel } from '../backend/panel.ts';

/** A built panel and the port that serves it. */
export type ServedBuild = { folder: string; port: number };

/**
 * Serves several built panels, each on its own port, with one platform behind all of them: they differ only in their
 * files.
 */
const builds = JSON.parse(process.argv[2] ?? '[]') as ServedBuild[]; // written by browser/builds.ts
const { platform } = await openPlatform(readConfig(process.env), createLog('silent'));
const addresses: string[] = [];
for (const { folder, port } of builds) {
  const app = await buildServer(platform, (at) => mountBuiltPanel(at, platform, folder));
  addresses.push(await app.listen({ port, host: '127.0.0.1' }));
}
// Printed when all respond: the benchmark then starts.
console.log(addresses[0]);
