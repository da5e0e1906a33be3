import { chromium, type Browser } from 'playwright';
import sharp from 'sharp';
import { withClient } from '../../backend/database/superuser.ts';
import { CHROMIUM_ARGS, findChromium } from '../../scripts/chromium.ts';
import { sendAndCountBytes, readResponseBody } from '../load.ts';
import { computeMedian } from '../percentile.ts';
import { createListTarget, type ListRequest } from '../panel.ts';
import { startBackend, startFloorServer } from '../processes.ts';
import type { BenchSetup } from '../bench-database.ts';
import { createFloorSite, createPanelSite, type Site } from './site.ts';
import { measureVisit, type VisitTimes, type ThrottlingProfile } from './visit.ts';

export type VisitStepTimes = { step: string; panel: number; floor: number };

/**
 * Measures visits to the panel and to the hand-written page of bench/floor (`floor`) alternately. Returns the median
 * time of each step in ms, for both.
 */
export async function measureInBrowser(
  world: BenchSetup,
  profile: ThrottlingProfile,
  visits: number,
): Promise<VisitStepTimes[]> {
  const backend = await startBackend(world.env);
  const floor = await startFloorServer(world.database);
  await uploadVisitedPictures(world, backend.url);
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS });
  try {
    return await compare(
      browser,
      profile,
      createPanelSite(backend.url),
      createFloorSite(floor.url),
      visits,
    );
  } finally {
    await browser.close();
    await floor.stop();
    await backend.stop();
  }
}

async function compare(
  browser: Browser,
  profile: ThrottlingProfile,
  panel: Site,
  floor: Site,
  visits: number,
) {
  const panelFigures: VisitTimes[] = [];
  const floorFigures: VisitTimes[] = [];
  for (let round = 0; round < visits; round += 1) {
    panelFigures.push(await measureVisit(browser, panel, profile));
    floorFigures.push(await measureVisit(browser, floor, profile));
  }
  return Object.keys(panelFigures[0] ?? {}).map((step) => ({
    step,
    panel: computeMedian(panelFigures.map((figures) => figures[step] ?? Number.NaN)),
    floor: computeMedian(floorFigures.map((figures) => figures[step] ?? Number.NaN)),
  }));
}

/** Uploads the pictures of the products that a visit shows, because the panel would request a missing picture twice. */
export async function uploadVisitedPictures(
  { database, recording: { headers } }: BenchSetup,
  url: string,
) {
  const shown: ListRequest[] = [{}, { page: 2 }, { search: 'gel' }, { search: 'gele' }];
  const ids = new Set<string>();
  for (const request of shown) {
    const page = await readResponseBody(createListTarget({ url, headers }, request));
    const { rows } = JSON.parse(page.toString()) as { rows: { id: string }[] };
    for (const { id } of rows) ids.add(id);
  }
  const { rows } = await withClient(database, (client) =>
    client.query<{ url: string }>(
      'select url from public.product_images where product_id = any ($1)',
      [[...ids]],
    ),
  );
  const green = sharp({ create: { width: 96, height: 96, channels: 3, background: '#2f7d5b' } });
  const body = await green.webp().toBuffer();
  for (const picture of rows) {
    const original = picture.url.replace('/public/', '/');
    for (const path of [original, original.replace('.jpg', '.small.webp')])
      await sendAndCountBytes({
        url: `${url}${path}`,
        method: 'POST',
        headers: { ...headers, 'content-type': 'image/webp' },
        body,
      });
  }
}
