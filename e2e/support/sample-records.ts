import type { RunSql } from '../fixtures.ts';
import { ANA, BRUNO } from './sign-in.ts';

/** Deletes the records of all areas, except the users ana and bruno: a list then has only the rows of the test. */
export async function deleteAllRecords(db: RunSql) {
  for (const table of [
    'products',
    'categories',
    'distribuidores',
    'parceiros',
    'notificacoes',
    'banners',
  ])
    await db(`delete from ${table}`);
  await db('delete from profiles where email <> all ($1)', [[ANA.email, BRUNO.email]]);
}

/**
 * Calls `deleteAllRecords`, then inserts one or two records into each area besides users. Some have very long words.
 */
export async function resetToSampleRecords(db: RunSql) {
  await deleteAllRecords(db);
  await db(
    `insert into categories (name, description, is_active) values ('Bebidas', repeat('Sucos e chás. ', 12), true),
       (repeat('Palavracomprida', 5), repeat('semespaco', 20), false)`,
  );
  await db(
    `insert into products (name, subtitle, mini_description, description, sku, category_id, real_price, promo_price)
     select 'Superabacaxizeirocristalizadodoextremosul', 'Baldes de dez litros cada um', 'm', 'd',
       'ABACAXI-CRISTALIZADO-EXTREMO-SUL-10L', id, 1234567.89, 999999.99 from categories where name <> 'Bebidas'`,
  );
  const company = `'Companhia Interestadual de Representações', 'representacoes.interestaduais@companhia.exemplo',
    '(11) 91234-5678', 'nº 12345, Bloco C, Conjunto Habitacional', 'São José do Vale do Rio Preto', 'RJ', 'companhia.interestadual.oficial'`;
  const columns = 'name, email, phone, address, cidade, estado, instagram';
  await db(
    `insert into distribuidores (${columns}, plan_id) select ${company}, id from plans where name = 'Business'`,
  );
  await db(`insert into parceiros (${columns}) values (${company})`);
  await db(
    `insert into notificacoes (titulo, conteudo, status) values ('Aviso sobre a temporada', 'Há novidades.', 'Ativa'),
       (repeat('Palavracomprida', 5), repeat('semespaco', 20), 'Inativa')`,
  );
  await db(`insert into banners (titulo) values ('Verão'), (repeat('Palavracomprida', 5))`);
}

/**
 * Inserts two categories, ten products without a picture, four distribuidores and two banners. The dashboard counts
 * some of these records as needing attention: for example, the products without a picture.
 */
export async function insertRecordsNeedingAttention(db: RunSql) {
  await db(`insert into categories (name, is_active) values ('Em uso', true), ('Fechada', false)`);
  await db(
    `insert into products (
       name, subtitle, mini_description, description, sku, category_id, real_price, promo_price, promo_ends_at, button_link
     )
     select 'Produto ' || n, 's', 'm', 'd', 'W-' || n, category.id, 10,
       case when n <= 2 then 8 when n <= 5 then 10 end,
       case when n <= 2 then now() - interval '1 hour' end,
       case when n = 10 then 'https://exemplo.com:99999' when n = 9 then 'https://exemplo.com' end
     from generate_series(1, 10) as n
     join categories as category on category.is_active = (n < 7)`,
  );
  await db(
    `insert into distribuidores (name, email, phone, address, status, created_at, plan_id)
     select 'Distribuidor ' || n, 'd' || n || '@exemplo.com', '(11) 91234-5678', 'nº 1',
       case when n = 4 then 'Ativo' else 'Pendente' end,
       now() - interval '1 day' * case when n = 3 then 6 else 8 end, plan.id
     from generate_series(1, 4) as n, plans as plan where plan.name = 'Pro'`,
  );
  await db(
    `insert into banners (titulo, imagem_url) values ('Sem nada', null), ('Com', '/storage/v1/object/public/images/banners/a.png')`,
  );
}
