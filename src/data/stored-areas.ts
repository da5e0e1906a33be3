// Generated from private.areas by `npm run types`. Do not edit.

/**
 * The rules of each area in the database: the column that identifies a record in a spreadsheet, the column of its
 * picture, and whether its records are people.
 */
export const storedAreas = {
  products: { key: 'sku', picture: null, isPersonal: false },
  categories: { key: 'name', picture: 'image_url', isPersonal: false },
  distribuidores: { key: 'email', picture: 'logo_url', isPersonal: true },
  parceiros: { key: 'email', picture: 'logo_url', isPersonal: true },
  profiles: { key: 'email', picture: 'avatar_url', isPersonal: true },
  notificacoes: { key: null, picture: null, isPersonal: false },
  banners: { key: null, picture: 'imagem_url', isPersonal: false },
} as const;
