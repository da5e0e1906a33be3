import type { Family } from '../family.ts';

const SCHEMAS = [
  'auth',
  'storage',
  'private',
  'vitrine_backend',
  'extensions',
  'supabase_migrations',
  'pg_catalog',
  'information_schema',
  'pg_temp',
  'PUBLIC',
  'public,auth',
  'auth, public',
  '"public"; set role postgres',
  ' ',
];
const TABLES = [
  'users',
  'auth.users',
  '"auth"."users"',
  'auth%22.%22users',
  'sessions',
  'refresh_tokens',
  'objects',
  'storage.objects',
  'buckets',
  'attempts',
  'vitrine_backend.attempts',
  'announced_users',
  'private.announced_users',
  'used_files',
  'schema_migrations',
  'pg_class',
  'pg_authid',
  'pg_shadow',
  'pg_stat_activity',
  'pg_settings',
  'information_schema.tables',
  '__proto__',
  'constructor',
  'products%00',
  'products%20as%20p',
  'products;drop%20table%20products',
];
const FUNCTIONS = [
  'pg_sleep',
  'pg_read_file',
  'pg_ls_dir',
  'pg_terminate_backend',
  'set_config',
  'current_setting',
  'version',
  'query_to_xml',
  'lo_import',
  'dblink',
  'caller_role',
  'is_administrador',
  'stored_file',
  'uid',
  'jwt',
  'auth.uid',
  'private.caller_role',
  'digest',
  'gen_salt',
  'bump_version',
  'protect_delete',
  '__proto__',
  'toString',
];

/** Checks that the API does not expose internal schemas, tables or functions, even to an Administrador. */
export const hiddenSchemas: Family = {
  name: 'hidden schemas',
  async attack({ as, users: { ana } }, holds) {
    const call = as(ana);
    for (const schema of SCHEMAS) {
      const read = await call('GET', '/rest/v1/users?select=*', {
        headers: { 'accept-profile': schema },
      });
      holds(`Accept-Profile ${schema} reads nothing`, [404, 406].includes(read.status), read.text);
      const write = await call('POST', '/rest/v1/users', {
        body: { id: 1 },
        headers: { 'content-profile': schema },
      });
      holds(
        `Content-Profile ${schema} writes nothing`,
        [404, 406].includes(write.status),
        write.text,
      );
    }
    for (const table of TABLES) {
      const response = await call('GET', `/rest/v1/${table}`);
      holds(`the API has no table ${table}`, response.status === 404, [
        response.status,
        response.text,
      ]);
    }
    for (const name of FUNCTIONS) {
      const response = await call('POST', `/rest/v1/rpc/${name}`, { body: {} });
      holds(`the API has no function ${name}`, response.status === 404, [
        response.status,
        response.text,
      ]);
    }
    const honest = await call('GET', '/rest/v1/products?select=id,categories(*)');
    holds('a table of the schema can be embedded', honest.status === 200, honest.text);
    for (const target of [
      'users',
      'auth.users',
      'objects',
      'sessions',
      'announced_users',
      'pg_class',
    ]) {
      const response = await call('GET', `/rest/v1/profiles?select=id,${target}(*)`);
      holds(`${target} cannot be embedded`, response.status === 400, response.text);
    }
  },
};
