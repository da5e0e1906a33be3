import { chromium, type Browser } from 'playwright';
import sharp from 'sharp';
import { asOneClient } from '../../backend/database/superuser.ts';
import { CHROMIUM_ARGS, findChromium } from '../../scripts/chromium.ts';
import { sendOnce, readOnce } from '../load.ts';
import { middle } from '../numbers.ts';
import { listOf, type ListRequest } from '../panel.ts';
import { startBackend, startFloor } from '../processes.ts';
import type { World } from '../world.ts';
import { floorAt, panelAt, type Site } from './site.ts';
import { visit, type Figures, type Profile } from './visit.ts';

export type BrowserRow = { step: string; panel: number; floor: number };

/** Measures in a browser: the panel and the hand-written page, alternating. Medians, ms. */
export async function measureInBrowser(
  world: World,
  profile: Profile,
  visits: number,
): Promise<BrowserRow[]> {
  const backend = await startBackend(world.env);
  const floor = await startFloor(world.database);
  await storePictures(world, backend.url);
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

/** The products of a visit have their pictures: a missing one would be requested twice. */
async function storePictures({ database, recording: { headers } }: World, url: string) {
  const shown: ListRequest[] = [{}, { page: 2 }, { search: 'gel' }, { search: 'gele' }];
  const ids = new Set<string>();
  for (const request of shown) {
    const page = await readOnce(listOf({ url, headers }, request));
    const { rows } = JSON.parse(page.toString()) as { rows: { id: string }[] };
    for (const { id } of rows) ids.add(id);
  }
  const { rows } = await asOneClient(database, (client) =>
    client.query<{ url: string }>(
      'select url from public.product_images where product_id = any ($1)',
      [[...ids]],
    ),
  );
  const green = sharp({ create: { width: 96, height: 96, channels: 3, background: '#2f7d5b' } });
  const body = await green.webp().toBuffer();
  for (const picture of rows) {
    const whole = picture.url.replace('/public/', '/');
    for (const address of [whole, whole.replace('.jpg', '.small.webp')])
      await sendOnce({
        url: `${url}${address}`,
        method: 'POST',
        headers: { ...headers, 'content-type': 'image/webp' },
        body,
      });
  }
}
