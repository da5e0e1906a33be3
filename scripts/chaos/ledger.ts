/** The acknowledged writes, which the backend must not lose, and the refused requests. */
export type Ledger = {
  /** `isChecked`: whether `findLosses` has read the file. */
  files: { path: string; bytes: number; sha256: string; isChecked: boolean }[];
  /**
   * The acknowledged products, keyed by id. The database can have a later version, if a change was in flight at a kill.
   */
  products: Map<string, { version: number; images: number }>;
  /** Names of the acknowledged categories. */
  categories: string[];
  /** The number of times that each error response occurred, keyed by its status and text. */
  refused: Map<string, number>;
};

export function createLedger(): Ledger {
  return { files: [], products: new Map(), categories: [], refused: new Map() };
}

export function recordRefusal({ refused }: Ledger, response: string) {
  refused.set(response, (refused.get(response) ?? 0) + 1);
}

export function describeLedger({ files, products, categories }: Ledger) {
  return `${files.length} files, ${products.size} products, ${categories.length} categories`;
}
