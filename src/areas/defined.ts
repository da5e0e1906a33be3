// The list of the areas. The property `place` of each definition defines the order of the sidebar.
export { banners } from './banners/area.ts';
export { categories } from './categories/area.ts';
export { distribuidores } from './distribuidores/area.ts';
export { notificacoes } from './notificacoes/area.ts';
export { parceiros } from './parceiros/area.ts';
export { products } from './products/area.ts';
export { usuarios } from './usuarios/area.ts';
