import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compileAtOnce } from './scripts/compile-at-once.ts';
import { firstPaint } from './scripts/first-paint.ts';
import { hostFiles } from './scripts/host-files.ts';
import { narrowFont } from './scripts/narrow-font.ts';
import { manual } from './scripts/manual/plugin.ts';
import { precompressed } from './scripts/precompressed.ts';

/** Each of these files and what it imports, as far as it is in none before: what is always fetched together. */
const TOGETHER = [
  { name: 'data', tags: ['$initial' as const] },
  {
    name: 'view',
    test: /src\/(app\/(mount|shell)|features\/auth\/login|areas\/products\/product\.ts|crud\/(list\/|import\/import-link|export\/export-menu)|ui\/(?!conflict-dialog)[^/]+$)/,
  },
  {
    name: 'form',
    test: /src\/(app\/words|crud\/form\/(form-page|record-page|use-record-form)|ui\/fields\/(?!crop-dialog))/,
  },
].map((group, index, all) => ({ ...group, priority: all.length - index }));

/** The code of a page of an area is called after both: 'products-list'. */
function pageName(module: string | null) {
  const [, area, page] = /src\/areas\/([\w-]+)\/(list|form)\.tsx$/.exec(module ?? '') ?? [];
  return area && `${area}-${page}`;
}

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    manual(),
    firstPaint(),
    hostFiles(),
    narrowFont(),
    // What a first page draws itself with.
    compileAtOnce(['index', 'view']),
    precompressed(),
  ],
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
      preserveEntrySignatures: 'allow-extension',
      output: {
        chunkFileNames: ({ name, facadeModuleId }) =>
          `assets/${pageName(facadeModuleId) ?? name}-[hash].js`,
        codeSplitting: { groups: TOGETHER },
      },
    },
  },
});
