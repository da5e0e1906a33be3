import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** The weights that the panel uses, as in src/styles.css. */
const WEIGHTS = { min: 400, max: 600 };

/**
 * Returns a plugin that reduces the variable font to the weights in use. The font loses a third of its bytes, but no
 * letter.
 */
export function reduceFontWeightsPlugin(): Plugin {
  return {
    name: 'reduce-font-weights',
    apply: 'build',
    config: () => ({ build: { rolldownOptions: { output: { assetFileNames: nameOf } } } }),
    async generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !isFont(file.fileName)) continue;
        file.source = await reduceWeights(Buffer.from(file.source));
      }
    },
  };
}

/**
 * Returns the file name of an asset. The name of a font contains its weights, because `[hash]` is the hash of the
 * original font. Without the weights in the name, browsers would use a cached file with other weights for up to a year.
 */
function nameOf({ names }: { names: string[] }): string {
  const weights = names.some(isFont) ? `-${WEIGHTS.min}-${WEIGHTS.max}` : '';
  return `assets/[name]${weights}-[hash][extname]`;
}

function isFont(name: string): boolean {
  return name.endsWith('.woff2');
}

function reduceWeights(font: Buffer): Promise<Buffer> {
  const variationAxes = { wght: WEIGHTS };
  return subsetFont(font, undefined, {
    keepAllGlyphs: true,
    targetFormat: 'woff2',
    variationAxes,
  });
}
