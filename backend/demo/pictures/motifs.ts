import { fruitMotifs } from './motifs-fruit.ts';
import { natureMotifs } from './motifs-nature.ts';

const MOTIFS = { ...fruitMotifs, ...natureMotifs };

/** What a product is made of or smells of: it decorates the label and lies beside the product. */
export type Motif = keyof typeof MOTIFS;

/** Drawn within 100 units around its middle. */
export function drawMotif(motif: Motif) {
  return MOTIFS[motif]();
}
