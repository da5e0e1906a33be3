declare module 'subset-font' {
  type Options = {
    keepAllGlyphs?: boolean;
    targetFormat: 'woff2';
    /** The remaining range of each axis; other values are removed. */
    variationAxes: Record<string, { min: number; max: number }>;
  };
  /** @param text the characters to keep; all by default */
  export default function subsetFont(
    font: Buffer,
    text: string | undefined,
    options: Options,
  ): Promise<Buffer>;
}
