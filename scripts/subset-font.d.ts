declare module 'subset-font' {
  type Options = {
    keepAllGlyphs?: boolean;
    targetFormat: 'woff2';
    /** By axis; beyond these values nothing of it is kept. */
    variationAxes: Record<string, { min: number; max: number }>;
  };
  /** @param text the characters to keep, unless all are */
  export default function subsetFont(
    font: Buffer,
    text: string | undefined,
    options: Options,
  ): Promise<Buffer>;
}
