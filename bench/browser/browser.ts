import { chromium, type Browser } from 'playwright';
import { CHROMIUM_ARGS, findChromium } from '../../scripts/chromium.ts';
import { middle } from '../numbers.ts';
import { startBackend, startFloor } from '../processes.ts';
import type { World } from '../world.ts';
import { floorAt, panelAt, type Site } from './site.ts';
import { visit, type Figures, type Profile } from './visit.ts';

export type BrowserRow = { step: string; panel: number; floor: number };

/** What people wait for, in a browser: the panel beside the page written by hand, in turns. Medians, ms. */
export async function measureInBrowser(
  world: World,
  profile: Profile,
  visits: number,
): Promise<BrowserRow[]> {
  const backend = await startBackend(world.env);
  const floor = await startFloor(world.database);
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS });
  try {
    return await compare(browser, profile, panelAt(backend.url), floorAt(floor.url), visits);
  } finally {
    await browser.close();
    await floor.stop();
    await backend.stop();
  }
}

async function compare(
  browser: Browser,
  profile: Profile,
  panel: Site,
  floor: Site,
  visits: number,
) {
  const ofPanel: Figures[] = [];
  const ofFloor: Figures[] = [];
  for (let turn = 0; turn < visits; turn += 1) {
    ofPanel.push(await visit(browser, panel, profile));
    ofFloor.push(await visit(browser, floor, profile));
  }
  return Object.keys(ofPanel[0] ?? {}).map((step) => ({
    step,
    panel: middle(ofPanel.map((figures) => figures[step] ?? Number.NaN)),
    floor: middle(ofFloor.map((figures) => figures[step] ?? Number.NaN)),
  }));
}
