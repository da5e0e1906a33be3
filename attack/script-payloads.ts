import type { SqlRunner } from './sql.ts';

export type ScriptRowIds = Awaited<ReturnType<typeof insertScripts>>;

const SCRIPT = `"><img src=x onerror="window.attacked=1"><script>window.attacked=1</script>{{attacked}}`;
const LINK = 'javascript:window.attacked=1//https://x';
const PICTURE = 'https://x/"onerror="window.attacked=1';
const COLOR = 'red;background:url(javascript:window.attacked=1)';

/**
 * Drops the check constraints of the schema public, and inserts scripts into columns that users see: the panel must be
 * safe without the constraints.
 * @returns the ids of the rows
 */
export async function insertScripts(sql: SqlRunner) {
  await sql(`do $$
    declare rule record;
    begin
      for rule in select conrelid::regclass as place, conname from pg_constraint
        where contype = 'c' and connamespace = 'public'::regnamespace
      loop
        execute format('alter table %s drop constraint %I', rule.place, rule.conname);
      end loop;
    end $$`);
  const insertOne = async (table: string, row: Record<string, unknown>) => {
    const columns = Object.keys(row);
    const places = columns.map((_, index) => `$${index + 1}`);
    const [made] = await sql(
      `insert into public.${table} (${columns.join(', ')}) values (${places.join(', ')}) returning id::text`,
      Object.values(row),
    );
    return String(made?.['id']);
  };
  const category = await insertOne('categories', {
    name: SCRIPT,
    description: SCRIPT,
    image_url: PICTURE,
  });
  const product = await insertOne('products', {
    name: SCRIPT,
    subtitle: SCRIPT,
    mini_description: SCRIPT,
    description: SCRIPT,
    sku: SCRIPT,
    category_id: category,
    real_price: 1,
    button_color: COLOR,
    button_link: LINK,
    video_embed: LINK,
  });
  await insertOne('product_images', { product_id: product, url: PICTURE, is_main: true });
  const plan = await insertOne('plans', {
    name: SCRIPT,
    background_color: COLOR,
    text_color: COLOR,
  });
  const company = {
    name: SCRIPT,
    email: SCRIPT,
    phone: SCRIPT,
    address: SCRIPT,
    cep: SCRIPT,
    logradouro: SCRIPT,
    numero: SCRIPT,
    complemento: SCRIPT,
    bairro: SCRIPT,
    cidade: SCRIPT,
    estado: SCRIPT,
    instagram: SCRIPT,
    logo_url: PICTURE,
  };
  const distribuidor = await insertOne('distribuidores', {
    ...company,
    plan_id: plan,
    status: 'Ativo',
  });
  const parceiro = await insertOne('parceiros', { ...company, status: 'Ativo' });
  const notificacao = await insertOne('notificacoes', { titulo: SCRIPT, conteudo: SCRIPT });
  const banner = await insertOne('banners', {
    titulo: SCRIPT,
    descricao: SCRIPT,
    cta_texto: SCRIPT,
    cta_link: LINK,
    imagem_url: PICTURE,
  });
  const [profile] = await sql(
    `update public.profiles set name = $1, company = $1, phone = $1, avatar_url = $2 returning id::text`,
    [SCRIPT, PICTURE],
  );
  return {
    category,
    product,
    distribuidor,
    parceiro,
    notificacao,
    banner,
    profile: String(profile?.['id']),
  };
}
