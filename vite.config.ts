import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { fileOf } from './scripts/file-of.ts';
import { precompressed } from './scripts/precompressed.ts';
import { slimAuth } from './scripts/slim-auth.ts';

/*
 * Three dozen small files compress far worse than a few larger ones (9 kB on the dashboard), so what is
 * always fetched together travels together: each file holds what its roots import and no file above it
 * holds. Whatever is in none is split by the bundler, page by page.
 */
const files = {
  /** Every page, signed in or not. */
  start: [
    'src/main.tsx',
    'src/data/errors.ts',
    'src/ui/error-box.tsx',
    'src/ui/logo.tsx',
    'src/ui/fields/text-field.tsx',
  ],
  'sign-in': [
    'src/features/auth/checked-form.tsx',
    'src/features/auth/sign-in.ts',
    'src/ui/fields/password-field.tsx',
  ],
  /** Every page behind the sign-in. */
  panel: [
    'src/app/shell.tsx',
    'src/crud/leave-form.ts',
    'src/lib/uuid.ts',
    'src/ui/card.tsx',
    'src/ui/page-title.tsx',
    'src/ui/fields/options.tsx',
    'node_modules/lucide-react/dist/esm/icons/image.mjs',
  ],
  /** Lists and the dashboard. */
  overviews: [
    'src/crud/header-slot.tsx',
    'src/ui/badge.tsx',
    'src/ui/search-box.tsx',
    'node_modules/lucide-react/dist/esm/icons/plus.mjs',
  ],
  /** Lists and forms that read and write rows without a function of the schema. */
  rows: [
    'src/crud/list-params.ts',
    'src/crud/save-record.ts',
    'src/data/fetch-page.ts',
    'src/data/unused-pictures.ts',
    'src/lib/text.ts',
  ],
  lists: [
    'src/crud/list-filters.tsx',
    'src/crud/list-page.tsx',
    'src/crud/row-actions.tsx',
    'src/crud/thumbnail.tsx',
    'src/ui/empty-list.tsx',
    'src/ui/filter-select.tsx',
  ],
  forms: [
    'src/crud/form-page.tsx',
    'src/crud/fresh-record.ts',
    'src/data/use-pictures.ts',
    'src/ui/fields/image-field.tsx',
    'src/ui/fields/pasted-images.ts',
    'src/ui/fields/select-field.tsx',
    'src/ui/fields/textarea-field.tsx',
  ],
  schemas: ['src/lib/text-schemas.ts'],
  /** List and form of products. */
  products: [
    'src/features/categories/category-options.queries.ts',
    'src/features/products/product.ts',
    'src/features/products/product.queries.ts',
    'src/features/products/product-values.ts',
  ],
  /** Forms of records with at most one picture. */
  records: [
    'src/ui/form-group.tsx',
    'src/crud/record-page.tsx',
    'src/crud/use-record-form.ts',
    'src/lib/form-values.ts',
  ],
};

export default defineConfig({
  plugins: [reactWithCompiledLists(), slimAuth(), tailwindcss(), precompressed()],
  resolve: {
    // React brings this hook itself since version 18.
    alias: {
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  build: {
    // The size budgets read from it which files a page needs.
    manifest: true,
    target: 'es2023',
    // The policy of the page allows no data: fonts or scripts, and a file of its own is cached for good.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: fileOf(files), debugName: 'files' }],
        },
      },
    },
  },
});

/**
 * The React Compiler remembers what is drawn, at the price of more code: 10 kB on a form if it did so
 * everywhere. It pays where there are hundreds of rows. Nothing may rely on it for being right.
 */
export function reactWithCompiledLists() {
  return react({ compiler: { sources: ['-table.tsx', '-list.tsx', 'list-page.tsx'] } });
}
