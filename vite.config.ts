import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompressed } from './scripts/precompressed.ts';
import { slimAuth } from './scripts/slim-auth.ts';

/*
 * Three dozen small files compress far worse than a few larger ones (9 kB on the dashboard), so what is
 * always fetched together travels together: `start` is what the sign-in page needs, `panel` what every
 * page behind it needs. Whatever is in neither is split by the bundler, page by page.
 */
const start = [
  /node_modules\/(react|react-dom|scheduler|tslib|use-sync-external-store)\//,
  /node_modules\/@tanstack\/(react-router|router-core|history|react-store|store)\//,
  /node_modules\/@supabase\/auth-js\//,
  /lucide-react\/dist\/esm\/((?!icons\/)|icons\/(eye|eye-off|circle-exclamation-point)\.)/,
  /src\/(main|app\/(app|router|(panel-|visitor-|administrator-)?routes?|ahead|root|guards|leaving|theme|list-search|unknown-path)|app\/(error-page|page-pending|broken-installation))\./,
  /src\/data\/(auth-client|config|session|errors|error-texts)\./,
  /src\/ui\/(button|button-class|spinner|error-box|logo|fields\/(field|control-class|text-field|password-field))\./,
  /src\/features\/auth\/(preload-page|checked-form|form-errors|sign-in)\./,
];

const panel = [
  /node_modules\/(@tanstack\/(query-core|react-query)|@supabase\/postgrest-js)\//,
  /lucide-react\/dist\/esm\/icons\/(arrow|bell|check|copy|gallery|handshake|house|log-out|menu|monitor|moon|package|panel-left|pencil|plus|search|sun|tags|trash|triangle|truck|user|wifi|x\.)/,
  /src\/app\/(?!read-)/,
  /src\/data\/(query-client|rest-client|unwrap|authorized-fetch|pictures)\./,
  /src\/features\/(auth\/profile|notificacoes\/(bell|cleared|relative-date))/,
  /src\/ui\/(avatar|badge|card|confirm|dialog|empty-state|menu|open-below|page-title|search-box|toast|toaster)\./,
  /src\/crud\/header-slot\./,
];

export default defineConfig({
  plugins: [reactWithCompiledLists(), slimAuth(), tailwindcss(), precompressed()],
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
          groups: [
            { name: 'start', test: (id) => matches(start, id), priority: 2 },
            { name: 'panel', test: (id) => matches(panel, id), priority: 1 },
          ],
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

function matches(patterns: RegExp[], id: string): boolean {
  return patterns.some((pattern) => pattern.test(id));
}
