// Generated from private.areas by `npm run types`. Do not edit.

/**
 * The rules of each area in the database: the column that identifies a record in a spreadsheet, the column of its
 * picture, whether its records are people, the type of their ids, and the columns that belong together (`units`).
 */
export const storedAreas = {
  products: {
    key: 'sku',
    picture: null,
    isPersonal: false,
    id: 'uuid',
    units: [['real_price', 'promo_price', 'promo_starts_at', 'promo_ends_at']],
  },
  categories: {
    key: 'name',
    picture: 'image_url',
    isPersonal: false,
    id: 'uuid',
    units: [],
  },
  distribuidores: {
    key: 'email',
    picture: 'logo_url',
    isPersonal: true,
    id: 'uuid',
    units: [['address', 'cep', 'logradouro', 'numero', 'complemento', 'bairro', 'cidade', 'estado']],
  },
  parceiros: {
    key: 'email',
    picture: 'logo_url',
    isPersonal: true,
    id: 'uuid',
    units: [['address', 'cep', 'logradouro', 'numero', 'complemento', 'bairro', 'cidade', 'estado']],
  },
  profiles: {
    key: 'email',
    picture: 'avatar_url',
    isPersonal: true,
    id: 'uuid',
    units: [],
  },
  notificacoes: {
    key: null,
    picture: null,
    isPersonal: false,
    id: 'bigint',
    units: [['starts_at', 'ends_at']],
  },
  banners: {
    key: null,
    picture: 'imagem_url',
    isPersonal: false,
    id: 'bigint',
    units: [['starts_at', 'ends_at']],
  },
} as const;
