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

/** Every bucket with its folders; r is to list. Nobody overwrites a file. */
export const FOLDERS: Record<string, Record<Person, string>> = {
  'product-images/main': files,
  'product-images/additional': files,
  'logos/distribuidores': files,
  'logos/parceiros': files,
  [`avatars/${BRUNO_ID}`]: files, // of the colaborador
  [`avatars/${ANA_ID}`]: filesReadByStaff,
  'images/categories': files,
  'images/banners': filesReadByStaff,
  // What no record uses any more, below its old bucket and path, for whoever may delete it there; a file may
  // move within it. See trash.test.ts.
  'lixeira/product-images': { ...nobodyElse, colaborador: 'rud', administrador: 'rud' },
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
  'private.addresses_in': ['authenticated'],
  'private.addresses_of_one': [],
  'private.any_product': [],
  'private.batch_json': [],
  'private.best_products': [],
  'private.broken_rules': ['authenticated'],
  'private.broken_types': ['authenticated'],
  'private.bump_version': [],
  'private.caller_role': ['authenticated'],
  'private.changes_since': ['authenticated'],
  'private.close_reused_login': [],
  'private.consume_announcement': [],
  'private.count_products': [],
  'private.create_named_categories': ['authenticated'],
  'private.cut_products': [],
  'private.end_sessions': [],
  'private.export_step': [],
  'private.files_in_trash': [],
  'private.filter_condition': [],
  'private.has_room_for_uploads': ['authenticated'],
  'private.holder_of_sku': ['authenticated'],
  'private.import_columns': ['authenticated'],
  'private.import_counts': ['authenticated'],
  'private.import_key': ['authenticated'],
  'private.import_source': ['authenticated'],
  'private.import_targets': ['authenticated'],
  'private.is_administrador': ['authenticated'],
  'private.is_in_trash': [],
  'private.is_picture_address': ['authenticated', 'service_role'],
  'private.is_staff': ['authenticated'],
  'private.is_undone': [],
  'private.is_used_file': ['authenticated', 'service_role'],
  'private.keep_an_administrador': [],
  'private.keep_findable': [],
  'private.know_words': [],
  'private.lines_without': ['authenticated'],
  'private.listed_products': [],
  'private.locked_row': ['authenticated'],
  'private.matching_products': [],
  'private.may_handle_file': ['authenticated'],
  'private.may_see_changes': [],
  'private.names_in': ['authenticated'],
  'private.nearest_word': [],
  'private.note_backup': [],
  'private.note_row_change': [],
  'private.open_batch': [],
  'private.opened_import': ['authenticated'],
  'private.own_profile_stays': [],
  'private.page_of_filtered': [],
  'private.page_of_products': [],
  'private.picture_conflicts': ['authenticated'],
  'private.product_json': ['authenticated'],
  'private.product_order': [],
  'private.product_words': [],
  'private.profile_follows_login': [],
  'private.profile_keeps_identity': [],
  'private.profile_takes_email_of_login': [],
  'private.record_changes': [],
  'private.recount_rows': [],
  'private.refill_findable_products': [],
  'private.refuse_category_in_use': [],
  'private.refuse_rewriting': [],
  'private.restore_row': ['authenticated'],
  'private.row_count': [],
  'private.save_product_images': ['authenticated'],
  'private.search_terms': [],
  'private.searchable': ['authenticated', 'service_role'],
  'private.similar_products': [],
  'private.sort_products': [],
  'private.stored_file': ['authenticated', 'service_role'],
  'private.sweep_imports': ['authenticated'],
  'private.take_back': ['authenticated'],
  'private.taken_back': ['authenticated'],
  'private.term_condition': [],
  'private.touch_updated_at': [],
  'private.undo_conflicts': ['authenticated'],
  'private.undoable_changes': ['authenticated'],
  'private.walk_products': [],
  'private.with_pictures_decided': ['authenticated'],
  'private.words': [],
  'private.words_worth_knowing': [],
  'private.write_import_rows': ['authenticated'],
  'private.write_import_set': ['authenticated'],
  'private.write_sound_rows': ['authenticated'],
  'public.activity': ['authenticated'],
  'public.announce_user': ['authenticated'],
  'public.apply_import': ['authenticated'],
  'public.backup_notice': ['authenticated'],
  'public.batch_of': ['authenticated'],
  'public.before_user_created_hook': ['supabase_auth_admin'],
  'public.count_rows': ['authenticated'],
  'public.delete_product': ['authenticated'],
  'public.discard_record': ['authenticated'],
  'public.drop_import': ['authenticated'],
  'public.duplicate_banner': ['authenticated'],
  'public.duplicate_product': ['authenticated'],
  'public.expired_files': ['authenticated', 'service_role'],
  'public.export_products': ['authenticated'],
  'public.find_products': ['authenticated'],
  'public.first_administrador': ['service_role'],
  'public.imported_rows': ['authenticated'],
  'public.login_without_profile': ['authenticated'],
  'public.open_imports': ['authenticated'],
  'public.record_history': ['authenticated'],
  'public.restore_record': ['authenticated'],
  'public.save_product': ['authenticated'],
  'public.search_everything': ['authenticated'],
  'public.stage_import': ['authenticated'],
  'public.trash': ['authenticated'],
  'public.trashed_files': ['authenticated'],
  'public.try_import': ['authenticated'],
  'public.undo_batch': ['authenticated'],
  'public.unused_files': ['authenticated'],
  'public.unused_objects': ['service_role'],
};

/** For whom a function of the API does something: the others, if they may call it, are refused or given nothing. */
export const SERVED: Record<string, Person[]> = {
  activity: ['administrador'],
  announce_user: ['administrador'],
  apply_import: ['colaborador', 'administrador'],
  backup_notice: ['administrador'],
  batch_of: ['colaborador', 'administrador'],
  before_user_created_hook: [],
  count_rows: ['colaborador', 'administrador'],
  delete_product: ['colaborador', 'administrador'],
  discard_record: ['colaborador', 'administrador'],
  drop_import: ['colaborador', 'administrador'],
  duplicate_banner: ['administrador'],
  duplicate_product: ['colaborador', 'administrador'],
  expired_files: ['administrador'],
  export_products: ['colaborador', 'administrador'],
  find_products: ['colaborador', 'administrador'],
  first_administrador: [],
  imported_rows: ['colaborador', 'administrador'],
  login_without_profile: ['administrador'],
  open_imports: ['colaborador', 'administrador'],
  record_history: ['colaborador', 'administrador'],
  restore_record: ['colaborador', 'administrador'],
  save_product: ['colaborador', 'administrador'],
  search_everything: ['colaborador', 'administrador'],
  stage_import: ['colaborador', 'administrador'],
  trash: ['colaborador', 'administrador'],
  trashed_files: ['colaborador', 'administrador'],
  try_import: ['colaborador', 'administrador'],
  undo_batch: ['colaborador', 'administrador'],
  unused_files: ['colaborador', 'administrador'],
  unused_objects: [],
};
