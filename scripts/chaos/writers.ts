import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { recordRefusal, type Ledger } from './ledger.ts';
import type { ChaosSession } from './session.ts';

/** The first bytes of a JPEG. */
export const JPEG_START = Buffer.from('ffd8ffe0', 'hex');
const MAX_PICTURE_BYTES = 120_000;
/** The maximum length of `categories.description`. */
const LONGEST_TEXT = 5_000;
const BUCKET = 'product-images';

/** Error of a request without a response: the request may have taken effect or not. */
class NoResponse extends Error {}
/** Error of a request to which the backend responded with an error status. */
class Refused extends Error {}

let created = 0;

/**
 * Starts `count` concurrent users. Each user repeats these steps: uploads two pictures, saves a product with them, adds
 * a category, changes the product.
 * @returns a function that stops all users, and throws the error of a user that failed
 */
export function startWriters(session: ChaosSession, ledger: Ledger, count = 4) {
  const stopping = new AbortController();
  const users = Array.from({ length: count }, () => work(session, ledger, stopping.signal));
  const ended = Promise.all(users);
  ended.catch(() => undefined); // the returned function throws the error
  return async () => {
    stopping.abort();
    await ended;
  };
}

async function work(session: ChaosSession, ledger: Ledger, stopping: AbortSignal) {
  while (!stopping.aborted) {
    try {
      await writeOnce(session, ledger);
    } catch (error) {
      noteFailure(ledger, error);
      await wait(20);
    }
  }
}

function noteFailure(ledger: Ledger, error: unknown) {
  if (!(error instanceof NoResponse || error instanceof Refused)) throw error;
  recordRefusal(ledger, error.message);
}

async function writeOnce(session: ChaosSession, ledger: Ledger) {
  const urls = [await uploadPicture(session, ledger), await uploadPicture(session, ledger)];
  const id = await saveProduct(session, ledger, urls);
  await addCategories(session, ledger, [null]);
  const more = await uploadPicture(session, ledger);
  await saveProduct(session, ledger, [more, ...urls], id);
}

export async function uploadPicture(session: ChaosSession, ledger: Ledger) {
  const length = 20_000 + Math.floor(Math.random() * (MAX_PICTURE_BYTES - 20_000));
  const bytes = Buffer.concat([JPEG_START, randomBytes(length)]);
  const path = `main/${(created += 1)}-${randomBytes(4).toString('hex')}.jpg`;
  const headers = { 'content-type': 'image/jpeg' };
  await send(session, `/storage/v1/object/${BUCKET}/${path}`, { headers, body: bytes });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  ledger.files.push({ path, bytes: bytes.length, sha256, isChecked: false });
  return `https://vitrine.exemplo/storage/v1/object/public/${BUCKET}/${path}`;
}

/**
 * Creates a product, or changes the product with this id. The name contains the number of images, so that `findLosses`
 * finds a product with a different number of images.
 */
export async function saveProduct(
  session: ChaosSession,
  ledger: Ledger,
  urls: string[],
  id?: string,
) {
  const known = id === undefined ? undefined : ledger.products.get(id);
  const name = `imagens=${urls.length}`;
  const fields =
    id === undefined ? { ...NEW_PRODUCT, sku: `SKU-${(created += 1)}-${Date.now()}` } : { id };
  const body = {
    product: { ...fields, name, ...(id === undefined ? { category_id: session.category } : {}) },
    images: urls.map((url, position) => ({ url, is_main: position === 0 })),
    expected_version: known?.version ?? null,
  };
  const response = await send(session, '/rest/v1/rpc/save_product', { json: body });
  // The comment of save_product in the schema describes this format.
  const saved = response as { status: string; product: { id: string; version: number } };
  if (saved.status !== 'saved') throw new Error(`save_product: ${JSON.stringify(response)}`);
  ledger.products.set(saved.product.id, { version: saved.product.version, images: urls.length });
  return saved.product.id;
}

/**
 * Sends one request that adds categories with the longest descriptions that the schema allows. The descriptions are
 * random, so that PostgreSQL hardly compresses them.
 */
export async function tryAddLongCategories(session: ChaosSession, ledger: Ledger, count: number) {
  const text = () => randomBytes(LONGEST_TEXT / 2).toString('hex');
  try {
    await addCategories(session, ledger, Array.from({ length: count }, text));
    return 'added';
  } catch (error) {
    noteFailure(ledger, error);
    return 'refused';
  }
}

async function addCategories(
  session: ChaosSession,
  ledger: Ledger,
  descriptions: (string | null)[],
) {
  const json = descriptions.map((description) => ({
    name: `Categoria ${(created += 1)} ${randomBytes(4).toString('hex')}`,
    description,
  }));
  await send(session, '/rest/v1/categories', { json });
  ledger.categories.push(...json.map(({ name }) => name));
}

const NEW_PRODUCT = {
  subtitle: 'Caos',
  mini_description: 'Caos',
  description: 'Caos',
  tipo: 'Produto',
  status: 'Ativo',
  visibility: 'todos',
  real_price: 1,
};

type Sending = { headers?: Record<string, string>; body?: Buffer; json?: unknown };

async function send(
  { url, headers }: ChaosSession,
  path: string,
  { json, body, ...more }: Sending,
) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', ...more.headers },
    body: body ? new Uint8Array(body) : JSON.stringify(json),
    signal: AbortSignal.timeout(20_000),
  }).catch((error: unknown) => {
    throw new NoResponse('no response', { cause: error });
  });
  const text = await response.text().catch((error: unknown) => {
    throw new NoResponse('no response', { cause: error });
  });
  if (!response.ok) throw new Refused(`${response.status} ${text.slice(0, 200)}`);
  return text ? (JSON.parse(text) as unknown) : undefined;
}
