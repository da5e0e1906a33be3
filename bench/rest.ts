import { askOnce } from './load.ts';
import { PAGE } from './recording.ts';
import { get, type Comparison, type Servers } from './compare.ts';

/** The product page under row-level security against the same SQL without roles. */
export async function compareRest({ backend, bare, headers }: Servers): Promise<Comparison[]> {
  const ours = get(`${backend}${PAGE}`, { ...headers, prefer: 'count=exact' });
  const floor = get(`${bare}/page`);
  // Row-level security hides nothing from staff: both must send the same bytes.
  const [sent, expected] = [await askOnce(ours()), await askOnce(floor())];
  if (sent !== expected || sent < 10_000)
    throw new Error(`Bodies differ: ${sent} and ${expected} bytes`);
  const name = 'rest: page of 50 products';
  return [{ name, floorName: 'the same SQL without roles', ours, floor }];
}
