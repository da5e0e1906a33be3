import { readFileSync } from 'node:fs';

/** What comes before the rows besides code: the page, its font, who one is, and the rows. */
const OTHER_REQUESTS = 4;
/** Requests before the first row, pictures aside. */
const REQUESTS = 7;

/**
 * JavaScript that a browser with an empty cache fetches for a page, compressed with brotli. 0.25 kB everywhere behind the sign-in:
 * of a list the rows in sight are drawn first; and 0.25 more: no row is drawn again for a letter that is typed; and 0.25: times are told by
 * `Temporal` where there is one, which takes a visit 15 ms less than a formatter; and up to 0.25: a request whose session has ended
 * waits for the sign-in and is sent once more.
 */
const PAGES = [
  // 22 kB of it draw the panel: whoever signs in needs them next, and in one file with the rest they come sooner.
  { name: '/login', chunks: ['index', 'view'], limit: '142.25 kB' },
  // The frame's kB: the menu of an Administrador opens the price guard, and questions may be answered by typing.
  // 1.4 of it what stands above the rows of a list. 0.3 of it keep the room of the cards that are fetched beside, 0.2 on every page hear Enter after Ctrl+K before its code has come.
  { name: '/dashboard', chunks: behindSignIn('dashboard'), limit: '145.5 kB' },
  // And 1 kB: rows can be selected and changed where they stand; what does either is fetched when the page rests. 0.3 of it lead Back to the rows that one left; 0.3 hold the rows still when one is copied, and let their words be selected. 1.4 are the filters, the saved views and the columns of a list, which stand above its rows at the first paint; their menus come when they are used.
  { name: '/produtos', chunks: behindSignIn('products-list'), limit: '144.25 kB' },
  // 0.25 on every form: its groups in sight are drawn first. 0.25: what was taken back is remembered for the list, and the title's parts change places on a phone. 0.7: what the list knows is shown while the record is read, in the words of the area.
  { name: '/produtos/editar/…', chunks: behindSignIn('product-form'), limit: '180.25 kB' },
  { name: '/categorias/editar/…', chunks: behindSignIn('category-form'), limit: '173.75 kB' },
  {
    name: '/distribuidores/editar/…',
    chunks: behindSignIn('distribuidor-form'),
    limit: '179.5 kB',
  },
  // 0.5 kB: the menu of an Administrador opens who reads the catalogue.
  { name: '/usuarios/editar/…', chunks: behindSignIn('usuario-form'), limit: '176.5 kB' },
];

type Chunk = { file: string; name?: string; imports?: string[] };
// Written by Vite: docs, Backend Integration.
const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')) as Record<
  string,
  Chunk
>;

export default [
  // One of them is the sign-in page, which visitors see before any code is there.
  // 0.2 kB lays the title of a list and its rows out on a phone so that nothing shrinks to a letter or wraps; 0.2 name the file of each list.
  { name: 'the page with its style and frames', path: 'dist/index.html', limit: '15.4 kB' },
  // Of the variable font the weights in use (scripts/narrow-font.ts).
  { name: 'the font', path: 'dist/assets/*.woff2', limit: '20.5 kB', brotli: false },
  ...PAGES.map(({ name, chunks, limit }) => ({ name, path: [...scriptsOf(chunks)], limit })),
];

const listed = scriptsOf(behindSignIn('products-list')).size + OTHER_REQUESTS;
if (listed > REQUESTS) throw new Error(`/produtos needs ${listed} requests before its first row`);

for (const file of scriptsOf(['index', 'view'])) {
  if (!readFileSync(file, 'utf8').startsWith('//# allFunctionsCalledOnLoad'))
    throw new Error(`${file} is not compiled while it arrives: see scripts/compile-at-once.ts`);
}

/** What a page of the panel asks for by name: the frame around it and itself. */
function behindSignIn(page: string) {
  return ['index', 'view', page];
}

/** The files of these chunks and of everything that they import at once. */
function scriptsOf(chunks: string[]) {
  const found = new Set<string>();
  for (const name of chunks) {
    const chunk = Object.values(manifest).find((each) => each.name === name);
    if (!chunk) throw new Error(`${name} is not in the build: say in .size-limit.ts what it loads`);
    addFilesOf(chunk, found);
  }
  return found;
}

function addFilesOf({ file, imports = [] }: Chunk, found: Set<string>) {
  const path = `dist/${file}`;
  if (found.has(path)) return;
  found.add(path);
  for (const name of imports) {
    const chunk = manifest[name];
    if (chunk) addFilesOf(chunk, found);
  }
}
