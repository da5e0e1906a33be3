-- The folder with the keys and files of this database (installation.ts). Only a database of DATABASE_URL has a row: an
-- embedded one is in its folder. No client and no login role reads it, and no backup contains it.
create table vitrine_backend.installation (
  is_only boolean primary key default true check (is_only),
  signing_key_id text not null,
  files_id uuid not null,
  folder text not null
);
comment on table vitrine_backend.installation is
  'A pasta de dados deste banco: um backend com outras chaves ou outros arquivos é recusado.';
comment on column vitrine_backend.installation.signing_key_id is
  'O kid da chave que assina os acessos, em secrets.json.';
comment on column vitrine_backend.installation.files_id is
  'O que está escrito em files/installation-id.';
comment on column vitrine_backend.installation.folder is
  'Onde a pasta estava no último início: máquina e caminho.';
revoke all on vitrine_backend.installation from public;
