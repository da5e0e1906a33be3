import type { Sql } from '../fixtures.ts';
import { ANA, BRUNO } from './sign-in.ts';

/** Nothing but ana and bruno: for who looks at whole lists, whatever tests ran before. */
export async function emptyCatalogue(db: Sql) {
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

/** One row of each, with the longest words that staff would write. */
export async function fillCatalogue(db: Sql) {
  await emptyCatalogue(db);
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
