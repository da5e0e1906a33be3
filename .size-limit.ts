import { existsSync, readFileSync } from 'node:fs';

/** Number of requests before the first row that load no code: the page, its font, the profile of the user, the rows. */
const OTHER_REQUESTS = 4;
/** The maximum number of requests before the first row, without pictures. */
const REQUESTS = 7;

/**
 * The JavaScript that a browser with an empty cache loads for a page, compressed with brotli. A limit is the size on
 * the day when the limit was set, plus a tenth. If a page exceeds its limit, compare its chunks in dist/. Load code
 * lazily (ui/lazy-component.tsx), except code for the first render. If the first render needs all the code, measure the
 * first visit (`npm run bench -- browser`) and set the limit to the new size plus a tenth.
 */
const PAGES = [
  { name: '/login', chunks: ['index', 'view'], limit: '156 kB' },
  { name: '/dashboard', chunks: behindSignIn('features/dashboard/dashboard'), limit: '160 kB' },
  { name: '/produtos', chunks: behindSignIn('areas/products/list'), limit: '159 kB' },
  { name: '/produtos/editar/…', chunks: behindSignIn('areas/products/form'), limit: '218 kB' },
  { name: '/categorias/editar/…', chunks: behindSignIn('areas/categories/form'), limit: '191 kB' },
  {
    name: '/distribuidores/editar/…',
    chunks: behindSignIn('areas/distribuidores/form'),
    limit: '197 kB',
  },
  { name: '/usuarios/editar/…', chunks: behindSignIn('areas/usuarios/form'), limit: '194 kB' },
];

type Chunk = { file: string; name?: string; imports?: string[] };
// The list of chunks that the build writes (Vite documentation, "Backend Integration").
const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')) as Record<
  string,
  Chunk
>;

export default [
  // The page has a static frame of the panel and the sign-in form, which are visible before the code has loaded.
  { name: 'the page with its style and frames', path: 'dist/index.html', limit: '17 kB' },
  // The file has only the weights that the panel uses (scripts/narrow-font.ts).
  { name: 'the font', path: 'dist/assets/*.woff2', limit: '22 kB', brotli: false },
  ...PAGES.map(({ name, chunks, limit }) => ({
    name,
    path: Array.from(scriptsOf(chunks), compressed),
    limit,
    brotli: false,
  })),
];

const listed = scriptsOf(behindSignIn('areas/products/list')).size + OTHER_REQUESTS;
if (listed > REQUESTS) throw new Error(`/produtos needs ${listed} requests before its first row`);

for (const file of scriptsOf(['index', 'view'])) {
  if (!readFileSync(file, 'utf8').startsWith('//# allFunctionsCalledOnLoad'))
    throw new Error(
      `${file} does not begin with the compile hint of scripts/compile-hint-plugin.ts`,
    );
}

/**
 * Returns the chunks of a page behind the sign-in: 'index' and 'view', which every page needs, and the page's own file.
 */
function behindSignIn(page: string) {
  return ['index', 'view', `src/${page}.tsx`];
}

/**
 * Returns the path of the compressed file beside a script (scripts/precompressed.ts). A very small script has none, so
 * its own path is returned.
 */
function compressed(file: string) {
  return existsSync(`${file}.br`) ? `${file}.br` : file;
}

/** Returns the files of these chunks, and of all chunks that they import statically. */
function scriptsOf(chunks: string[]) {
  const found = new Set<string>();
  for (const name of chunks) {
    const chunk = manifest[name] ?? Object.values(manifest).find((each) => each.name === name);
    if (!chunk) throw new Error(`The build has no chunk ${name}: correct PAGES in .size-limit.ts`);
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
