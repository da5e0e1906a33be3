import type { ZipEntry } from '#lib/zip.ts';

// Pictures named by the SKU of their product: 'CAFE-250.jpg' is the main picture, 'CAFE-250-2.jpg' and so on are
// additional ones.

/** A chosen file: single, in a folder or in a ZIP. */
export type PictureFile = {
  /** The path with its folders: 'verao/CAFE-250.jpg'. */
  path: string;
  /** The size in bytes. */
  size: number;
  /**
   * The fingerprint of the file: its checksum and size. The name of a stored picture contains the fingerprint. A file
   * outside of a ZIP has a fingerprint only after the file was read.
   */
  fingerprint?: string;
  content: { file: File } | { archive: File; entry: ZipEntry };
};

/** A file that is not used, with the reason. */
export type IgnoredFile = { path: string; reason: string };

export type ProductPicture = { url: string; is_main: boolean };
export type MatchedProduct = { id: string; sku: string; title: string; images: ProductPicture[] };

/**
 * A product that matches a file name. `exact`: the name is the SKU, ignoring case. See products_by_file_name in the
 * schema.
 */
export type SkuMatch = MatchedProduct & { name: string; exact: boolean };

/**
 * The chosen files of a product, sorted by number. The first file with the number 0 (a name without a number) or 1
 * becomes the main picture, unless the mode is 'add' and the product has one.
 */
export type ProductFiles = {
  product: MatchedProduct;
  files: { number: number; file: PictureFile }[];
};

export const pictureLimits = {
  /** The maximum number of files. */
  files: 20_000,
  /** The maximum size of a file, in bytes. */
  each: 50 * 1024 * 1024,
  /** The maximum size of all files together, uncompressed, in bytes. */
  total: 20 * 1024 * 1024 * 1024,
} as const;

/**
 * Returns the files that can be pictures, and the other files (`left`) with the reason why they are not used. Both
 * lists are sorted by path. Leaves out hidden files and files of the operating system.
 */
export function selectPictures(files: readonly PictureFile[]) {
  const pictures: PictureFile[] = [];
  const left: IgnoredFile[] = [];
  const byName = new Intl.Collator('pt-BR', { numeric: true });
  for (const file of files.toSorted((one, other) => byName.compare(one.path, other.path))) {
    if (isHidden(file.path)) continue;
    const reason = refusal(file);
    if (reason) left.push({ path: file.path, reason });
    else pictures.push(file);
  }
  return { pictures, left };
}

function isHidden(path: string): boolean {
  const parts = path.split('/');
  return (
    parts.some((part) => part.startsWith('.') || part === '__MACOSX') ||
    /^(thumbs\.db|desktop\.ini)$/i.test(parts.at(-1) ?? '')
  );
}

function refusal({ path, size }: PictureFile): string | undefined {
  if (!/\.(jpe?g|jpe|jfif|png|webp|gif|avif|svg)$/i.test(path))
    return 'Não é uma imagem PNG, JPEG, WebP, GIF, AVIF nem SVG.';
  if (size === 0) return 'O arquivo está vazio.';
  return size > pictureLimits.each ? 'O arquivo passa de 50 MB.' : undefined;
}

/**
 * Returns the SKUs that a file name can contain, each with the number of the picture. For 'A-1-2.jpg': 'A-1-2' without
 * a number (0), or picture 2 of 'A-1'.
 */
export function parsePossibleSkus(path: string): { name: string; number: number }[] {
  const name = nameOf(path);
  const [, base, number] = /^(.*\S)(?:[-_ ]|\s*\()0*([1-9]\d?)\)?$/.exec(name) ?? [];
  return [{ name, number: 0 }, ...(base ? [{ name: base, number: Number(number) }] : [])];
}

function nameOf(path: string): string {
  const file = path.slice(path.lastIndexOf('/') + 1);
  return file.slice(0, file.lastIndexOf('.')).normalize('NFC').trim();
}

/**
 * Assigns pictures to products, and returns the unassigned files in `left`. Tries the name as an exact SKU, then the
 * name without its number as an exact SKU, then similar SKUs.
 */
export function matchPictures(pictures: readonly PictureFile[], found: readonly SkuMatch[]) {
  const byName = Map.groupBy(found, ({ name }) => name);
  const products = new Map<string, ProductFiles>();
  const left: IgnoredFile[] = [];
  for (const file of pictures) {
    const meant = meaning(file.path, byName);
    const refuse = (reason: string) => left.push({ path: file.path, reason });
    if ('reason' in meant) {
      refuse(meant.reason);
      continue;
    }
    const { product, number } = meant;
    const one = products.get(product.id) ?? { product, files: [] };
    const same = one.files.find((other) => other.number === number);
    if (same) refuse(`Repetida: "${same.file.path}" já é esta imagem do SKU ${product.sku}.`);
    else one.files.push({ number, file });
    products.set(product.id, one);
  }
  const inOrder = Array.from(products.values(), ({ product, files }) => ({
    product,
    files: files.toSorted((one, other) => one.number - other.number),
  }));
  return { products: inOrder, left };
}

function meaning(
  path: string,
  byName: ReadonlyMap<string, readonly SkuMatch[]>,
): { product: MatchedProduct; number: number } | { reason: string } {
  const names = parsePossibleSkus(path);
  for (const exact of [true, false])
    for (const { name, number } of names) {
      const those = byName.get(name)?.filter((match) => match.exact === exact) ?? [];
      const [product, ...others] = those;
      if (others.length > 0)
        return {
          reason: `Corresponde a mais de um SKU: ${those.map(({ sku }) => sku).join(', ')}.`,
        };
      if (product) return { product, number };
    }
  return { reason: `Nenhum produto tem o SKU "${nameOf(path)}".` };
}

/** Whether new pictures are added to the existing pictures of a product, or replace them. */
export type PictureMode = 'add' | 'replace';

export type WantedPicture = { is_main: boolean } & ({ url: string } | { file: PictureFile });

/**
 * Returns all pictures that a product should have after the import; undefined if the product has them already. Stored
 * files are recognized by their fingerprint, so that an interrupted import continues if the user chooses the same ZIP
 * again. The current main picture is kept if no file replaces it.
 */
export function findWantedPictures(
  { product: { images }, files }: ProductFiles,
  mode: PictureMode,
): WantedPicture[] | undefined {
  const stored = new Map(images.map((image) => [parseFingerprint(image.url), image]));
  const urlOf = ({ fingerprint }: PictureFile) =>
    fingerprint === undefined ? undefined : stored.get(fingerprint)?.url;
  const cover = files.find(({ number }) => number <= 1)?.file;
  const hasCover = images.some(({ is_main }) => is_main);
  const fresh = files.flatMap(({ file }) => (urlOf(file) ? [] : [{ file, is_main: false }]));
  if (mode === 'add') {
    const main = hasCover ? undefined : fresh.find(({ file }) => file === cover);
    const others = fresh.filter((one) => one !== main);
    if (fresh.length === 0) return undefined;
    return [...(main ? [{ ...main, is_main: true }] : []), ...images, ...others];
  }
  const kept = cover ? [] : images.filter(({ is_main }) => is_main);
  const wanted = files.flatMap(({ file }): WantedPicture[] => {
    const url = urlOf(file);
    if (kept.some((one) => one.url === url)) return [];
    return [{ is_main: file === cover, ...(url ? { url } : { file }) }];
  });
  const all = [...kept, ...wanted];
  const isSame =
    all.length === images.length &&
    all.every((one, place) => {
      const now = images[place];
      return 'url' in one && one.url === now?.url && one.is_main === now.is_main;
    });
  return isSame ? undefined : all;
}

/**
 * Returns a file name for a picture to upload, without an extension. The name contains the fingerprint of the picture.
 */
export function createFingerprintedName(fingerprint: string, random: string): string {
  return `sku-${fingerprint}-${random}`;
}

/** Returns the fingerprint in the URL of a picture that was imported by SKU; undefined for any other picture. */
export function parseFingerprint(url: string): string | undefined {
  return /\/sku-([0-9a-f]{8}-[0-9a-f]+)-[0-9a-f]{32}\.\w+$/.exec(url)?.[1];
}

/**
 * Returns the fingerprint of a file: checksum and size. Two different pictures of one product practically never have
 * the same fingerprint.
 */
export function createFingerprint(crc: number, size: number): string {
  return `${crc.toString(16).padStart(8, '0')}-${size.toString(16)}`;
}
