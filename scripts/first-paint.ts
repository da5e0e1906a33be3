import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { minify, runnerImport, transformWithOxc, type HtmlTagDescriptor, type Plugin } from 'vite';
import { PROJECT_FOLDER } from './run.ts';

/** The exports of src/app/still-frame.tsx. */
type StillFrame = {
  staticFramePaths: string[];
  pageChunkNames: Record<string, string>;
  renderStaticFrame(): string;
  renderStaticSignIn(): string;
};

/**
 * Matches the entry script that Vite writes. `firstPaintPlugin` replaces it with a preload link, because the script
 * would run before the first paint; first-frame.ts starts the entry instead.
 */
const ENTRY = /<script type="module" crossorigin src="([^"]+)"><\/script>/;

/**
 * Returns a plugin that makes the first paint wait for no file but the page. It writes into the page:
 * - the style sheet, the theme, the frame of the panel and the sign-in page
 * - the scripts that show the frame or the sign-in page, and load the code
 * - the URLs of the code files
 */
export function firstPaintPlugin(): Plugin {
  let styleSheet: string | undefined;
  return {
    name: 'first-paint',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk' || !file.isEntry) continue;
          const sheets = file.viteMetadata?.importedCss;
          [styleSheet] = sheets ?? [];
          // The style sheet becomes inline: remove its name, so that neither the page nor any code requests the file.
          sheets?.clear();
        }
      },
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const theme = await inlineScript('first-theme.ts', 'head');
        // In development there are no built files to list.
        if (!bundle) return [theme];
        const sheet = styleSheet && bundle[styleSheet];
        if (!sheet || sheet.type !== 'asset') throw new Error('The build has no style sheet');
        delete bundle[sheet.fileName];
        const { staticFramePaths, pageChunkNames, renderStaticFrame, renderStaticSignIn } =
          await loadStillFrame();
        const files = Object.keys(bundle);
        const pages = Object.entries(pageChunkNames).map(
          ([path, name]) => `${path}=${fileOf(name, files)}`,
        );
        return {
          // first-code.ts reads `data-view` and `data-pages`; first-frame.ts reads the URL of the entry.
          html: html.replace(
            ENTRY,
            `<link rel="modulepreload" crossorigin href="$1" data-begin data-view="${fileOf('view', files)}" data-pages="${pages.join(' ')}">`,
          ),
          tags: [
            await inlineScript('first-code.ts', 'head'),
            theme,
            { tag: 'style', children: String(sheet.source).trim(), injectTo: 'head' },
            template('visitor', [...staticFramePaths, '/login'], renderStaticSignIn()),
            template('panel', staticFramePaths, renderStaticFrame()),
            await inlineScript('first-frame.ts', 'body'),
          ],
        };
      },
    },
  };
}

async function loadStillFrame(): Promise<StillFrame> {
  const { module } = await runnerImport<StillFrame>(
    join(PROJECT_FOLDER, 'src/app/still-frame.tsx'),
    {
      configFile: false,
      plugins: [react()],
    },
  );
  return module;
}

/** Returns the URL of the file of a chunk. Throws if the build does not have this chunk. */
function fileOf(name: string, files: string[]): string {
  const file = files.find((each) => new RegExp(`^assets/${name}-[\\w-]{8}\\.\\w+$`).test(each));
  if (!file) throw new Error(`${name} is not in the build`);
  return `/${file}`;
}

/** Returns the template element with the frame that first-frame.ts shows at these paths. */
function template(frame: string, paths: string[], children: string): HtmlTagDescriptor {
  return {
    tag: 'template',
    attrs: { 'data-frame': frame, 'data-paths': paths.join(' ') },
    children,
    injectTo: 'body',
  };
}

async function inlineScript(name: string, injectTo: 'head' | 'body'): Promise<HtmlTagDescriptor> {
  const path = join(PROJECT_FOLDER, 'src/app', name);
  const { code } = await transformWithOxc(await readFile(path, 'utf8'), path);
  const small = await minify(path.replace(/ts$/, 'js'), code);
  return { tag: 'script', children: small.code, injectTo };
}
