import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { normalizePath, type Plugin } from 'vite';
import { elementsOf, MANUAL_FOLDER, readManual } from './read-manual.ts';

const ID = 'virtual:manual';
const PICTURES = join(MANUAL_FOLDER, 'imagens');
/** Pixels of a file per CSS pixel: scripts/manual-pictures.ts takes the pictures with this scale. */
export const PIXEL_RATIO = 1.5;

/**
 * Returns a plugin that provides the module 'virtual:manual': pages and pictures of docs/manual, which the panel shows
 * at /ajuda.
 */
export function manualPlugin(): Plugin {
  return {
    name: 'manual',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    async load(id) {
      if (id !== `\0${ID}`) return;
      for (const file of await readdir(MANUAL_FOLDER, { recursive: true }))
        this.addWatchFile(join(MANUAL_FOLDER, file));
      const pages = await readManual();
      const elements = pages.flatMap(({ body }) => [...elementsOf(body)]);
      const names = new Set(elements.flatMap(({ picture }) => picture?.name ?? []));
      const pictures = await Promise.all([...names].map(pictureCode));
      return [
        ...pictures.map(({ imports }) => imports),
        `export const pictures = {${pictures.map(({ entry }) => entry).join()}};`,
        `export const pages = ${JSON.stringify(pages)};`,
      ].join('\n');
    },
  };
}

/**
 * Returns the code of a picture: the imports of its URLs in both themes, and its entry in `pictures`. A picture without
 * a dark version is used in both themes.
 */
async function pictureCode(name: string, index: number) {
  const files = await readdir(PICTURES);
  const dark = `${name}.escuro.webp`;
  const [light, other] = [`${name}.webp`, files.includes(dark) ? dark : `${name}.webp`];
  const { width, height } = await sharp(join(PICTURES, light)).metadata();
  const size = `width:${width / PIXEL_RATIO},height:${height / PIXEL_RATIO}`;
  return {
    imports: [light, other]
      .map(
        (file, theme) =>
          `import p${index}_${theme} from ${JSON.stringify(`${normalizePath(join(PICTURES, file))}?url`)};`,
      )
      .join('\n'),
    entry: `${JSON.stringify(name)}:{light:p${index}_0,dark:p${index}_1,${size}}`,
  };
}
