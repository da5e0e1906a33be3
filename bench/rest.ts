import type { Comparison, ComparedServers } from './compare.ts';
import { createIdCycle, readResponseBody, type Target } from './load.ts';
import { createListTarget, PAGE_SIZE, createProductTarget, type ListRequest } from './panel.ts';

type Found = { rows: { id: string }[]; total: number };

/**
 * Returns the comparisons of the panel's requests with a hand-written page (bench/floor): two orders of the product
 * list, a search, and one product for its form.
 */
export async function createRestComparisons(servers: ComparedServers): Promise<Comparison[]> {
  const panel = { url: servers.backend, headers: servers.headers };
  const floorList = (search: string): Target => ({
    url: `${servers.floor}/api/products?limit=${PAGE_SIZE}&${search}`,
    headers: {},
  });
  const lists: [string, ListRequest, string][] = [
    ['list by name', {}, 'order=name'],
    ['list, newest first', { order: '-created_at' }, 'order=newest'],
    ['search of one word', { search: 'acai' }, 'order=name&q=acai'],
  ];
  const comparisons: Comparison[] = [];
  for (const [name, request, search] of lists) {
    const ours = createListTarget(panel, request);
    const floor = floorList(search);
    await refuseDifferentRows(name, ours, floor);
    comparisons.push({
      name: `rest: ${name}`,
      floorName: FLOOR,
      ours: () => ours,
      floor: () => floor,
    });
  }
  const ids = await idsOf(floorList('order=name'));
  const nextId = createIdCycle(ids);
  const nextFloorId = createIdCycle(ids);
  comparisons.push({
    name: 'rest: one product for its form',
    floorName: FLOOR,
    ours: () => createProductTarget(panel, nextId()),
    floor: () => ({ url: `${servers.floor}/api/products/${nextFloorId()}`, headers: {} }),
  });
  return comparisons;
}

const FLOOR = 'the same, written by hand';

/**
 * Throws unless both requests return the same 50 rows in the same order and the same total, because both servers must
 * do the same work.
 */
async function refuseDifferentRows(name: string, ours: Target, floor: Target) {
  const [found, expected] = [await readFound(ours), await readFound(floor)];
  const isSame =
    found.total === expected.total &&
    found.rows.length === PAGE_SIZE &&
    found.rows.every(({ id }, index) => id === expected.rows[index]?.id);
  if (!isSame) throw new Error(`${name}: the two responses differ`);
}

async function idsOf(target: Target) {
  return (await readFound(target)).rows.map(({ id }) => id);
}

async function readFound(target: Target) {
  return JSON.parse((await readResponseBody(target)).toString()) as Found;
}
