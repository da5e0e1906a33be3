import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { minify, runnerImport, transformWithOxc, type HtmlTagDescriptor, type Plugin } from 'vite';
import { PROJECT } from './run.ts';

/** Of src/app/still-frame.tsx. */
type StillFrame = {
  framed: string[];
  stillFrame(): string;
  stillSignIn(): string;
};

/** What the panel needs of the code, besides the first file, for whatever page: the name of a file of the build. */
const PANEL_CODE = /^assets\/panel-/;
const VIEW_CODE = /^assets\/view-/;
/** As the bundler writes it: it would run before the first paint. first-frame.ts begins it. */
const ENTRY = /<script type="module" crossorigin src="([^"]+)"><\/script>/;

/**
 * Writes into the page what is painted before any file has come: the style, the theme, and the frame of the panel
 * or the sign-in page with the lines that show it and then begin the code; and says which code is going to be needed.
 */
export function firstPaint(): Plugin {
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
          // Neither the page nor any code is to ask for it as a file.
          sheets?.clear();
        }
      },
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const theme = await inlineScript('first-theme.ts', 'head');
        // While developing there are no files yet that could be named.
        if (!bundle) return [theme];
        const files = Object.keys(bundle);
        const view = files.filter((file) => VIEW_CODE.test(file));
        const panel = files.filter((file) => PANEL_CODE.test(file)).map((file) => `/${file}`);
        const sheet = styleSheet && bundle[styleSheet];
        if (!sheet || sheet.type !== 'asset') throw new Error('The build has no style sheet');
        delete bundle[sheet.fileName];
        return {
          html: html.replace(ENTRY, '<link rel="modulepreload" crossorigin data-begin href="$1">'),
          tags: [
            ...view.map((file) => preload(`/${file}`)),
            theme,
            { tag: 'style', children: String(sheet.source).trim(), injectTo: 'head' },
            ...(await frames(panel, files)),
            await inlineScript('first-frame.ts', 'body'),
          ],
        };
      },
    },
  };
}

async function frames(code: string[], files: string[]): Promise<HtmlTagDescriptor[]> {
  const { module } = await runnerImport<StillFrame>(join(PROJECT, 'src/app/still-frame.tsx'), {
    configFile: false,
    plugins: [react()],
  });
  const { framed, stillFrame, stillSignIn } = module;
  const signIn = stillSignIn().replaceAll(/\/src\/[^"]*\/(\w+)\.svg/g, (_source, name) => {
    const picture = files.find((file) => file.startsWith(`assets/${name}-`));
    if (!picture) throw new Error(`${name}.svg is not in the build`);
    return `/${picture}`;
  });
  return [
    template('visitor', [...framed, '/login'], [], signIn),
    template('panel', framed, code, stillFrame()),
  ];
}

/** What first-frame.ts shows at these addresses, and the code that it then asks for. */
function template(
  frame: string,
  paths: string[],
  code: string[],
  children: string,
): HtmlTagDescriptor {
  return {
    tag: 'template',
    attrs: { 'data-frame': frame, 'data-paths': paths.join(' '), 'data-code': code.join(' ') },
    children,
    injectTo: 'body',
  };
}

async function inlineScript(name: string, injectTo: 'head' | 'body'): Promise<HtmlTagDescriptor> {
  const path = join(PROJECT, 'src/app', name);
  const { code } = await transformWithOxc(await readFile(path, 'utf8'), path);
  const small = await minify(path.replace(/ts$/, 'js'), code);
  return { tag: 'script', children: small.code, injectTo };
}

function preload(href: string): HtmlTagDescriptor {
  return {
    tag: 'link',
    attrs: { rel: 'modulepreload', crossorigin: true, href },
    injectTo: 'head',
  };
}
