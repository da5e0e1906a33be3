import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compileHintPlugin } from './scripts/compile-hint-plugin.ts';
import { firstPaintPlugin } from './scripts/first-paint.ts';
import { staticHostingPlugin } from './scripts/static-hosting-plugin.ts';
import { reduceFontWeightsPlugin } from './scripts/narrow-font.ts';
import { manualPlugin } from './scripts/manual/plugin.ts';
import { precompressPlugin } from './scripts/precompressed.ts';

/**
 * Groups of modules that the build puts into one chunk each: the modules of the entry ('data'), or the modules whose
 * path matches `test`. A chunk also gets the imports of its modules, except modules of an earlier group.
 */
const TOGETHER = [
  { name: 'data', tags: ['$initial' as const] },
  {
    name: 'view',
    test: /src\/(app\/(render-panel|shell)|features\/auth\/login|areas\/products\/product\.ts|crud\/(list\/|import\/import-link|export\/export-menu)|ui\/(?!conflict-dialog)[^/]+$)/,
  },
  {
    name: 'form',
    test: /src\/(app\/words|crud\/form\/(form-page|record-page|use-record-form)|ui\/fields\/(?!crop-dialog))/,
  },
].map((group, index, all) => ({ ...group, priority: all.length - index }));

/** Returns the name of the chunk for the list or form of an area ('products-list'); undefined for other modules. */
function pageName(module: string | null) {
  const [, area, page] = /src\/areas\/([\w-]+)\/(list|form)\.tsx$/.exec(module ?? '') ?? [];
  return area && `${area}-${page}`;
}

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    manualPlugin(),
    firstPaintPlugin(),
    staticHostingPlugin(),
    reduceFontWeightsPlugin(),
    // Make the browser compile these two chunks completely while they load, because they render the first page.
    compileHintPlugin(['index', 'view']),
    precompressPlugin(),
  ],
  resolve: {
    // Leave out the shim: React has the hook `useSyncExternalStore` since version 18.
    alias: {
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  build: {
    // .size-limit.ts reads from the manifest which files a page needs.
    manifest: true,
    target: 'es2023',
    // Inline no assets: the content security policy refuses `data:` URLs except for images, and browsers cache separate
    // files.
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
