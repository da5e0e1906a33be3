// Generated from private.areas by `npm run types`. Do not edit.

/**
 * The rules of each area in the database: the column that identifies a record in a spreadsheet, the column of its
 * picture, whether its records are people, and the type of their ids.
 */
export const storedAreas = {
  products: { key: 'sku', picture: null, isPersonal: false, id: 'uuid' },
  categories: { key: 'name', picture: 'image_url', isPersonal: false, id: 'uuid' },
  distribuidores: { key: 'email', picture: 'logo_url', isPersonal: true, id: 'uuid' },
  parceiros: { key: 'email', picture: 'logo_url', isPersonal: true, id: 'uuid' },
  profiles: { key: 'email', picture: 'avatar_url', isPersonal: true, id: 'uuid' },
  notificacoes: { key: null, picture: null, isPersonal: false, id: 'bigint' },
  banners: { key: null, picture: 'imagem_url', isPersonal: false, id: 'bigint' },
} as const;
