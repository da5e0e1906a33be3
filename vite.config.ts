import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { firstPaint } from './scripts/first-paint.ts';
import { hostFiles } from './scripts/host-files.ts';
import { narrowFont } from './scripts/narrow-font.ts';
import { precompressed } from './scripts/precompressed.ts';

/** Each of these files and what it imports, as far as it is in none before: what is always fetched together. */
const TOGETHER = [
  { name: 'data', tags: ['$initial' as const] },
  {
    name: 'view',
    test: /src\/(app\/(mount|shell)|features\/(auth\/login|products\/product\.ts)|crud\/(list\/|import\/import-link|export\/export-menu)|ui\/(?!conflict-dialog)[^/]+$)/,
  },
  {
    name: 'form',
    test: /src\/(app\/words|crud\/form\/(form-page|record-page|use-record-form)|ui\/fields\/(?!crop-dialog))/,
  },
].map((group, index, all) => ({ ...group, priority: all.length - index }));

/**
 * What a first page draws itself with. Browsers that know this comment (V8, Explicit compile hints) compile all of it
 * beside the page while it arrives, instead of function by function while the page waits for each.
 */
const USED_AT_ONCE = new Set(['index', 'view']);
const COMPILE_AT_ONCE = '//# allFunctionsCalledOnLoad';

export default defineConfig({
  plugins: [react(), tailwindcss(), firstPaint(), hostFiles(), narrowFont(), precompressed()],
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
        codeSplitting: { groups: TOGETHER },
        postBanner: ({ name }) => (USED_AT_ONCE.has(name) ? COMPILE_AT_ONCE : ''),
      },
    },
  },
});
