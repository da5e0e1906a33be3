import { ANA_ID, BRUNO_ID, type Person } from './people.ts';

/**
 * The permissions of the product, said once. permissions.test.ts, storage-permissions.test.ts and schema.test.ts try them
 * in the database under real roles, permissions.test.ts of backend/rest and backend/storage through the protocols: a
 * table, bucket or function that is not here fails. `npm run types` tells them to the panel (src/data/permissions.ts),
 * which asks before it offers.
 */
export const VERBS = { r: 'read', c: 'create', u: 'update', d: 'delete' } as const;
export type Letter = keyof typeof VERBS;

const nobodyElse = { anon: '', loginWithoutProfile: '', signedOutAdministrador: '' };
const staff = { ...nobodyElse, colaborador: 'rcud', administrador: 'rcud' };
const readByStaff = { ...nobodyElse, colaborador: 'r', administrador: 'rcud' };

/** Every table of the API: what each person may do (r read, c create, u update, d delete). */
export const TABLES: Record<string, Record<Person, string>> = {
  products: staff,
  product_images: staff,
  categories: staff,
  distribuidores: staff,
  parceiros: staff,
  plans: { ...nobodyElse, colaborador: 'r', administrador: 'r' },
  profiles: readByStaff, // staff also change their own: see permission-stories.test.ts
  notificacoes: readByStaff, // a Colaborador only those of the bell: see notificacoes.test.ts
  banners: { ...nobodyElse, colaborador: '', administrador: 'rcud' },
};

const files = { ...nobodyElse, colaborador: 'rcd', administrador: 'rcd' };
const filesReadByStaff = { ...nobodyElse, colaborador: 'r', administrador: 'rcd' };

/** Every bucket with its folders; r is to list. Nobody updates: an upload never overwrites. */
export const FOLDERS: Record<string, Record<Person, string>> = {
  'product-images/main': files,
  'product-images/additional': files,
  'logos/distribuidores': files,
  'logos/parceiros': files,
  [`avatars/${BRUNO_ID}`]: files, // of the colaborador
  [`avatars/${ANA_ID}`]: filesReadByStaff,
  'images/categories': files,
  'images/banners': filesReadByStaff,
};

/** Columns that nobody writes, whatever else they may do with the table. */
export const PROTECTED: [table: string, column: string][] = [
  ['products', 'version'],
  ['products', 'id'],
  ['products', 'created_at'],
  ['categories', 'version'],
  ['distribuidores', 'created_at'],
  ['parceiros', 'version'],
  ['profiles', 'email'],
  ['profiles', 'id'],
  ['notificacoes', 'created_at'],
  ['banners', 'updated_at'],
  ['product_images', 'product_id'],
];

export const ROLES = ['anon', 'authenticated', 'service_role', 'supabase_auth_admin'] as const;
export type DatabaseRole = (typeof ROLES)[number];

/** Every function of ours and the API roles that may call it; trigger functions are called by nobody. */
export const FUNCTIONS: Record<string, DatabaseRole[]> = {
  'private.best_products': [],
  'private.bump_version': [],
  'private.caller_role': ['authenticated'],
  'private.close_reused_login': [],
  'private.consume_announcement': [],
  'private.count_products': [],
  'private.cut_products': [],
  'private.end_sessions': [],
  'private.filter_condition': [],
  'private.has_room_for_uploads': ['authenticated'],
  'private.is_administrador': ['authenticated'],
  'private.is_picture_address': ['authenticated', 'service_role'],
  'private.is_staff': ['authenticated'],
  'private.is_used_file': ['authenticated', 'service_role'],
  'private.keep_an_administrador': [],
  'private.keep_findable': [],
  'private.know_words': [],
  'private.listed_products': [],
  'private.matching_products': [],
  'private.nearest_word': [],
  'private.own_profile_stays': [],
  'private.page_of_products': [],
  'private.product_json': ['authenticated'],
  'private.product_order': [],
  'private.product_words': [],
  'private.profile_follows_login': [],
  'private.profile_keeps_identity': [],
  'private.profile_takes_email_of_login': [],
  'private.refill_findable_products': [],
  'private.refuse_category_in_use': [],
  'private.save_product_images': ['authenticated'],
  'private.search_terms': [],
  'private.searchable': ['authenticated', 'service_role'],
  'private.similar_products': [],
  'private.stored_file': ['authenticated', 'service_role'],
  'private.take_products': [],
  'private.term_condition': [],
  'private.touch_updated_at': [],
  'private.words': [],
  'private.words_worth_knowing': [],
  'public.announce_user': ['authenticated'],
  'public.before_user_created_hook': ['supabase_auth_admin'],
  'public.delete_product': ['authenticated'],
  'public.duplicate_banner': ['authenticated'],
  'public.duplicate_product': ['authenticated'],
  'public.find_products': ['authenticated'],
  'public.first_administrador': ['service_role'],
  'public.login_without_profile': ['authenticated'],
  'public.save_product': ['authenticated'],
  'public.search_everything': ['authenticated'],
  'public.unused_files': ['authenticated'],
  'public.unused_objects': ['service_role'],
};

/** For whom a function of the API does something: the others, if they may call it, are refused or given nothing. */
export const SERVED: Record<string, Person[]> = {
  announce_user: ['administrador'],
  before_user_created_hook: [],
  delete_product: ['colaborador', 'administrador'],
  duplicate_banner: ['administrador'],
  duplicate_product: ['colaborador', 'administrador'],
  find_products: ['colaborador', 'administrador'],
  first_administrador: [],
  login_without_profile: ['administrador'],
  save_product: ['colaborador', 'administrador'],
  search_everything: ['colaborador', 'administrador'],
  unused_files: ['colaborador', 'administrador'],
  unused_objects: [],
};
