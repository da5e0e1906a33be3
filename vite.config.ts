import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompressed } from './scripts/precompressed.ts';

export default defineConfig({
  plugins: [react(), tailwindcss(), precompressed()],
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
  },
});
