/** The acknowledged writes, which the backend must not lose. */
export type Ledger = {
  files: { path: string; bytes: number; sha256: string; isChecked: boolean }[];
  /** The products by id. A change that was in flight at a kill may be stored or not. */
  products: Map<string, { version: number; images: number }>;
  categories: string[];
  refused: Map<string, number>;
};

export function emptyLedger(): Ledger {
  return { files: [], products: new Map(), categories: [], refused: new Map() };
}

export function noteRefusal({ refused }: Ledger, response: string) {
  refused.set(response, (refused.get(response) ?? 0) + 1);
}

export function sizeOf({ files, products, categories }: Ledger) {
  return `${files.length} files, ${products.size} products, ${categories.length} categories`;
}
