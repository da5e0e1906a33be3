import { readFileSync } from 'node:fs';

/** JavaScript and CSS that a browser with an empty cache fetches for a page, compressed with brotli. */
const PAGES = [
  { name: '/login', pages: ['src/features/auth/login.tsx'], limit: '120 kB' },
  {
    name: '/dashboard',
    pages: behindSignIn('dashboard/dashboard.tsx'),
    limit: '150 kB',
  },
  {
    name: '/produtos',
    pages: behindSignIn('products/products-list.tsx'),
    limit: '163 kB',
  },
  {
    name: '/produtos/editar/…',
    pages: behindSignIn('products/product-form.tsx'),
    limit: '188 kB',
  },
  // The other forms check what is typed with code that is there from the start, and so cost more.
  {
    name: '/categorias/editar/…',
    pages: behindSignIn('categories/category-form.tsx'),
    limit: '182 kB',
  },
  {
    name: '/distribuidores/editar/…',
    pages: behindSignIn('distribuidores/distribuidor-form.tsx'),
    limit: '187 kB',
  },
  {
    name: '/usuarios/editar/…',
    pages: behindSignIn('usuarios/usuario-form.tsx'),
    limit: '185 kB',
  },
];

type Chunk = { file: string; imports?: string[]; css?: string[] };
// Written by Vite: docs, Backend Integration.
const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')) as Record<
  string,
  Chunk
>;

export default [
  ...PAGES.map(({ name, pages, limit }) => ({
    name,
    path: [...scriptsOf(['index.html', ...pages])],
    limit,
  })),
  { name: 'CSS', path: 'dist/assets/*.css', limit: '10 kB' },
];

/** What a page of the panel asks for by name: the frame around it and itself. */
function behindSignIn(page: string) {
  return ['src/app/shell.tsx', `src/features/${page}`];
}

/** The files of these entries and of everything that they import at once. */
function scriptsOf(entries: string[], found = new Set<string>()) {
  for (const entry of entries) {
    const chunk = manifest[entry];
    if (!chunk)
      throw new Error(`${entry} is not in the build: say in .size-limit.ts what the page loads`);
    const file = `dist/${chunk.file}`;
    if (found.has(file)) continue;
    found.add(file);
    scriptsOf(chunk.imports ?? [], found);
  }
  return found;
}
