import { readFileSync } from 'node:fs';

/** What comes before the rows besides code: the page, its font, who one is, and the rows. */
const OTHER_REQUESTS = 4;
/** Requests before the first row, pictures aside. */
const REQUESTS = 7;

/**
 * JavaScript that a browser with an empty cache fetches for a page, compressed with brotli. Each limit is a tenth above what
 * the page needed when it was set. A page over its limit: look in dist/ at what its chunks have gained; what the page
 * does not show first is fetched when it rests (ui/lazy-component.tsx). Where all of it has to come first, measure the
 * first visit (`npm run bench -- browser`) and raise the limit to a tenth above the new size.
 */
const PAGES = [
  { name: '/login', chunks: ['index', 'view'], limit: '156 kB' },
  { name: '/dashboard', chunks: behindSignIn('features/dashboard/dashboard'), limit: '160 kB' },
  { name: '/produtos', chunks: behindSignIn('areas/products/list'), limit: '159 kB' },
  { name: '/produtos/editar/…', chunks: behindSignIn('areas/products/form'), limit: '198 kB' },
  { name: '/categorias/editar/…', chunks: behindSignIn('areas/categories/form'), limit: '191 kB' },
  {
    name: '/distribuidores/editar/…',
    chunks: behindSignIn('areas/distribuidores/form'),
    limit: '197 kB',
  },
  { name: '/usuarios/editar/…', chunks: behindSignIn('areas/usuarios/form'), limit: '194 kB' },
];

type Chunk = { file: string; name?: string; imports?: string[] };
// Written by Vite: docs, Backend Integration.
const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')) as Record<
  string,
  Chunk
>;

export default [
  // One of them is the sign-in page, which visitors see before any code is there.
  { name: 'the page with its style and frames', path: 'dist/index.html', limit: '17 kB' },
  // Of the variable font the weights in use (scripts/narrow-font.ts).
  { name: 'the font', path: 'dist/assets/*.woff2', limit: '22 kB', brotli: false },
  ...PAGES.map(({ name, chunks, limit }) => ({ name, path: [...scriptsOf(chunks)], limit })),
];

const listed = scriptsOf(behindSignIn('areas/products/list')).size + OTHER_REQUESTS;
if (listed > REQUESTS) throw new Error(`/produtos needs ${listed} requests before its first row`);

for (const file of scriptsOf(['index', 'view'])) {
  if (!readFileSync(file, 'utf8').startsWith('//# allFunctionsCalledOnLoad'))
    throw new Error(`${file} is not compiled while it arrives: see scripts/compile-at-once.ts`);
}

/** What a page of the panel asks for: the frame around it and itself, by its file in src/. */
function behindSignIn(page: string) {
  return ['index', 'view', `src/${page}.tsx`];
}

/** The files of these chunks and of everything that they import at once. */
function scriptsOf(chunks: string[]) {
  const found = new Set<string>();
  for (const name of chunks) {
    const chunk = manifest[name] ?? Object.values(manifest).find((each) => each.name === name);
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
