import type { TestDatabase } from './database.ts';

/** A complete migration that adds an area. None of its columns is called `name` or `titulo`. */
export const AREA_MIGRATION = `-- Cupons de ensaio.
create table public.ensaios (
  id uuid primary key default gen_random_uuid(),
  codigo text collate "pt-BR-x-icu" not null
    check (codigo = btrim(codigo) and char_length(codigo) between 1 and 40),
  desconto numeric(5, 2) not null check (desconto between 0 and 100),
  situacao text not null default 'Aberto' check (situacao in ('Aberto', 'Fechado')),
  observacao text check (char_length(observacao) <= 2000),
  usos integer not null default 0
);
comment on table public.ensaios is 'Cupons de ensaio.';
comment on column public.ensaios.desconto is 'Em %.';
comment on column public.ensaios.usos is 'Quantas vezes foi usado: só a loja o conta.';
create unique index ensaios_codigo_key on public.ensaios (lower(codigo));

select private.add_area(
  'ensaios', title => 'codigo', searched => '{codigo,observacao}', key => 'codigo', detail => 'observacao',
  status => 'situacao', bulk => '{situacao}', read_only => '{usos}', is_importable => true, is_counted => true
);
`;

/** A migration that adds an area with a picture. Only an Administrador can read and change the area. */
export const RESTRICTED_AREA_MIGRATION = `create table public.restritos (
  id uuid primary key default gen_random_uuid(),
  assunto text collate "pt-BR-x-icu" not null check (char_length(assunto) between 1 and 100),
  foto text check (char_length(foto) <= 2000 and private.is_picture_url(foto))
);
comment on table public.restritos is 'Metas do ano.';
select private.add_area(
  'restritos', title => 'assunto', searched => '{assunto}', picture => 'foto',
  readers => 'Administrador', writers => 'Administrador'
);
`;

/** A complete migration that adds a column to the products. */
export const COLUMN_MIGRATION = `alter table public.products
  add column garantia text check (char_length(garantia) <= 100);
comment on column public.products.garantia is 'Garantia, em palavras.';
grant insert (garantia), update (garantia) on public.products to authenticated;
`;

/** A migration that adds a column to the products. Clients can read the column, but not write it. */
export const PROTECTED_COLUMN_MIGRATION = `alter table public.products add column estoque integer not null default 0;
comment on column public.products.estoque is 'Só a loja o conta.';
`;

/** Runs a migration as `postgres`, the role that runs every migration. */
export async function runMigration({ sql }: Pick<TestDatabase, 'sql'>, text: string) {
  await sql(`begin; set local role postgres; ${text} commit`);
}

/** Counts the lines of a migration, without empty lines at its end. */
export function countMigrationLines(text: string): number {
  return text.trimEnd().split('\n').length;
}
