import type { Motif } from '../pictures/motifs.ts';
import type { ShapeName } from '../pictures/shapes.ts';
import type { Backdrop } from '../pictures/scene.ts';

/** How a product is drawn; what is left out comes from its category. Colours are '#rrggbb'. */
export type ProductPicture = {
  shape: ShapeName;
  motif: Motif;
  body: string;
  cap?: string;
  label?: string;
  content?: string;
  /** Additional images. */
  more?: 1 | 2 | 3;
};

/** Prices in reais. What is left out: Ativo, Produto, todos, no promotion, no video. */
export type DemoProduct = {
  sku: string;
  name: string;
  subtitle: string;
  mini_description: string;
  description: string;
  real_price: number;
  promo_price?: number;
  tipo?: 'Serviço';
  status?: 'Inativo';
  visibility?: 'menu_parceiros' | 'catalogo_distribuidores';
  video_embed?: string;
  picture: ProductPicture;
};

export type DemoCategory = {
  slug: string;
  name: string;
  description: string;
  is_active: boolean;
  button_color: string;
  backdrops: readonly [Backdrop, ...Backdrop[]];
  products: readonly DemoProduct[];
};
