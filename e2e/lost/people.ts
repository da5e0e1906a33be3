import type { Page } from '@playwright/test';
import { makeUser } from '../support/users.ts';
import { makePicture } from '../support/pictures.ts';
import { makeSignedInStorageState } from '../support/sign-in.ts';
import { makeConfirmedClickStep, findField, OFFLINE_TEXT, makeClickStep } from './journey.ts';
import type { Journey } from './journey.ts';

const NOT_SAVED = `Falha ao salvar usuário: ${OFFLINE_TEXT}`;

const USER = `select name, avatar_url is not null as photo,
    (select count(*)::int from auth.users as login where login.email = profile.email) as logins,
    (select count(*)::int from auth.sessions as session where session.user_id = profile.id) as sessions
  from profiles as profile where email = 'nova@perdida.exemplo'`;

export const userJourneys: Record<string, Journey> = {
  'a user is created once, changed once and deleted once': {
    given: async () => '/usuarios/adicionar',
    mutations: [
      {
        first: (page) => fillUser(page, 'Nova Perdida', 'Nova@Perdida.exemplo'),
        lost: {
          'POST /rest/v1/rpc/announce_user': NOT_SAVED,
          'POST /auth/v1/signup': NOT_SAVED,
          'POST /rest/v1/profiles': NOT_SAVED,
        },
        act: makeClickStep('Salvar'),
        success: 'Usuário criado com sucesso!',
        // Zero sessions: the platform opens a session for a new login, and the panel ends this session.
        stored: [USER, { name: 'Nova Perdida', photo: true, logins: 1, sessions: 0 }],
      },
      {
        async first(page) {
          await page.getByRole('link', { name: 'Nova Perdida', exact: true }).click();
          await findField(page, 'Nome').fill('Nova Achada');
          await choosePhoto(page, 'outra.png');
        },
        lost: { 'PATCH /rest/v1/profiles': NOT_SAVED },
        act: makeClickStep('Salvar'),
        success: 'Usuário atualizado com sucesso!',
        stored: [USER, { name: 'Nova Achada', photo: true, logins: 1, sessions: 0 }],
      },
      {
        lost: { 'DELETE /rest/v1/profiles': `Falha ao excluir usuário: ${OFFLINE_TEXT}` },
        act: makeConfirmedClickStep('Excluir Nova Achada', 'Excluir'),
        success: 'Usuário excluído com sucesso!',
        stored: [USER],
      },
    ],
  },
  'a user whose photo was lost is created without it, and gets it once': {
    given: async () => '/usuarios/adicionar',
    mutations: [
      {
        first: (page) => fillUser(page, 'Sem Foto', 'foto@perdida.exemplo'),
        lost: { 'POST /storage/v1/object/avatars/*': /O usuário foi criado sem foto\.$/ },
        act: makeClickStep('Salvar'),
        async retry(page) {
          const warning = page.getByRole('alert');
          await warning.getByRole('button', { name: 'Fechar mensagem' }).click();
          await page.getByRole('link', { name: 'Sem Foto', exact: true }).click();
          await choosePhoto(page, 'uma.png');
          await makeClickStep('Salvar')(page);
        },
        success: 'Usuário atualizado com sucesso!',
        stored: [
          `select avatar_url is not null as photo from profiles where name = 'Sem Foto'`,
          { photo: true },
        ],
        entries: 2,
      },
    ],
  },
  'users save their own profile once, with the photo': {
    as: 'lia@perdida.exemplo',
    async given(db) {
      await makeUser(db, { name: 'Lia Prado', email: 'lia@perdida.exemplo' });
      return '/perfil';
    },
    mutations: [
      {
        async first(page) {
          await findField(page, 'Nome').fill('Lia Reis');
          await choosePhoto(page, 'uma.png');
        },
        lost: {
          'POST /storage/v1/object/avatars/*': /^Erro ao fazer upload da imagem/,
          'PATCH /rest/v1/profiles': `Falha ao salvar dados do perfil: ${OFFLINE_TEXT}`,
        },
        act: makeClickStep('Salvar'),
        success: 'Perfil atualizado com sucesso!',
        stored: [
          `select name, avatar_url is not null as photo from profiles where email = 'lia@perdida.exemplo'`,
          { name: 'Lia Reis', photo: true },
        ],
      },
    ],
  },
  'the sessions and the second factor of a user end once': {
    async given(db, { url }) {
      const email = 'rita@perdida.exemplo';
      const id = await makeUser(db, { name: 'Rita Prado', email });
      for (let many = 0; many < 2; many += 1) await makeSignedInStorageState(url, email);
      await db(
        `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
        values (gen_random_uuid(), $1, 'Celular', 'totp', 'verified', now(), now(), 'JBSWY3DPEHPK3PXP')`,
        [id],
      );
      return `/usuarios/editar/${id}`;
    },
    mutations: [
      {
        lost: { 'POST /rest/v1/rpc/end_sessions': `Falha ao encerrar a sessão: ${OFFLINE_TEXT}` },
        act: makeConfirmedClickStep('Encerrar todas', 'Encerrar'),
        success: 'A sessão já estava encerrada.',
        stored: [
          `select count(*)::int from auth.sessions join profiles on profiles.id = user_id where name = 'Rita Prado'`,
          { count: 0 },
        ],
      },
      {
        lost: {
          'POST /rest/v1/rpc/remove_factors': `Falha ao remover a verificação em duas etapas: ${OFFLINE_TEXT}`,
        },
        act: makeConfirmedClickStep('Remover', 'Remover'),
        success: 'Verificação em duas etapas removida',
        stored: [`select from auth.mfa_factors where friendly_name = 'Celular'`],
      },
    ],
  },
};

async function fillUser(page: Page, name: string, email: string) {
  await findField(page, 'Nome').fill(name);
  await findField(page, 'E-mail').fill(email);
  await findField(page, 'Senha').fill('senha-da-pessoa');
  await findField(page, 'Confirmar senha').fill('senha-da-pessoa');
  await choosePhoto(page, 'uma.png');
}

async function choosePhoto(page: Page, file: string) {
  await findField(page, 'Foto').setInputFiles(makePicture(file, [file.length * 9, 90, 9]));
}
