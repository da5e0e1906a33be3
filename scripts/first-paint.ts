import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { minify, runnerImport, transformWithOxc, type HtmlTagDescriptor, type Plugin } from 'vite';
import { PROJECT } from './run.ts';

/** Of src/app/still-frame.tsx. */
type StillFrame = {
  framed: string[];
  codeOfPages: Record<string, string>;
  stillFrame(): string;
  stillSignIn(): string;
};

/** The entry script as the bundler writes it would run before the first paint. first-frame.ts starts it instead. */
const ENTRY = /<script type="module" crossorigin src="([^"]+)"><\/script>/;

/**
 * Writes into the page what is painted before any file has loaded: style, theme, the frame of the panel or the sign-in
 * page, the lines that show it and start the code, and the names of the files that it needs.
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
          // Neither the page nor any code may request it as a file.
          sheets?.clear();
        }
      },
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const theme = await inlineScript('first-theme.ts', 'head');
        // In development there are no built files to name.
        if (!bundle) return [theme];
        const files = Object.keys(bundle);
        const sheet = styleSheet && bundle[styleSheet];
        if (!sheet || sheet.type !== 'asset') throw new Error('The build has no style sheet');
        delete bundle[sheet.fileName];
        return {
          html: html.replace(ENTRY, '<link rel="modulepreload" crossorigin data-begin href="$1">'),
          tags: [
            theme,
            { tag: 'style', children: String(sheet.source).trim(), injectTo: 'head' },
            ...(await frames(files)),
            await inlineScript('first-frame.ts', 'body'),
          ],
        };
      },
    },
  };
}

async function frames(files: string[]): Promise<HtmlTagDescriptor[]> {
  const { module } = await runnerImport<StillFrame>(join(PROJECT, 'src/app/still-frame.tsx'), {
    configFile: false,
    plugins: [react()],
  });
  const { framed, codeOfPages, stillFrame, stillSignIn } = module;
  const code = fileOf('view', files);
  const pages = Object.entries(codeOfPages).map(([path, name]) => `${path}=${fileOf(name, files)}`);
  return [
    template('visitor', { code, paths: [...framed, '/login'] }, stillSignIn()),
    template('panel', { code, paths: framed, pages }, stillFrame()),
  ];
}

/** The URL of the file of this chunk. */
function fileOf(name: string, files: string[]): string {
  const file = files.find((each) => new RegExp(`^assets/${name}-[\\w-]{8}\\.\\w+$`).test(each));
  if (!file) throw new Error(`${name} is not in the build`);
  return `/${file}`;
}

/** The frame that first-frame.ts shows at these paths, and the files to load: the view and the code of the page. */
function template(
  frame: string,
  { code, paths, pages = [] }: { code: string; paths: string[]; pages?: string[] },
  children: string,
): HtmlTagDescriptor {
  return {
    tag: 'template',
    attrs: {
      'data-frame': frame,
      'data-code': code,
      'data-paths': paths.join(' '),
      'data-pages': pages.join(' '),
    },
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
