import { readConfig } from '../backend/config.ts';
import { buildServer } from '../backend/build-server.ts';
import { createLogger } from '../backend/log.ts';
import { openPlatform } from '../backend/open-platform.ts';
import { mountBuiltPanel } from '../backend/panel.ts';

/** A built panel and the port that serves it. */
export type ServedBuild = { folder: string; port: number };

// This program serves several built panels, each on its own port. All servers use one platform: only their files
// differ.

const builds = JSON.parse(process.argv[2] ?? '[]') as ServedBuild[]; // browser/builds.ts wrote this argument
const { platform } = await openPlatform(readConfig(process.env), createLogger('silent'));
const urls: string[] = [];
for (const { folder, port } of builds) {
  const app = await buildServer(platform, (at) => mountBuiltPanel(at, platform, folder));
  urls.push(await app.listen({ port, host: '127.0.0.1' }));
}
// The benchmark starts when it reads this line: all servers listen by now.
console.log(urls[0]);
