import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dashboardPageInfo } from '#areas/overviews.ts';
import { FormPage, useReopenKey } from '#crud/form/form-page.tsx';
import { PictureField } from '#crud/form/pictures.tsx';
import { EditPage } from '#crud/form/record-page.tsx';
import { useRecordForm } from '#crud/form/use-record-form.tsx';
import { useSession } from '#data/session.ts';
import { OpenSessionsCard } from '#crud/sessions/open-sessions.tsx';
import { usuarioDetail } from '#areas/usuarios/queries.ts';
import type { Usuario } from '#areas/usuarios/queries.ts';
import { maskPhone } from '#lib/phone.ts';
import { MaskedField } from '#ui/fields/masked-field.tsx';
import { PasswordField } from '#ui/fields/password-field.tsx';
import { PictureSourcesHint } from '#ui/fields/picture-sources.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { FormGroup } from '#ui/form-group.tsx';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { fields, perfilSchema } from './perfil.ts';
import { savePerfil } from './perfil.queries.ts';
import { ownFactorsQuery } from './second-factor.queries.ts';
import { SecondFactorCard } from './second-factor-card.tsx';
import { usePerfilSave } from './use-perfil-save.ts';

/** Renders the page /perfil. */
export function PerfilPage() {
  const session = useSession();
  const id = 'userId' in session ? session.userId : '';
  const [isEnrolling, setEnrolling] = useState(false);
  const reopened = useReopenKey();
  return (
    <>
      <EditPage
        key={reopened}
        id={id}
        head={() => head}
        record={usuarioDetail(id)}
        missing="Erro: Perfil do usuário não encontrado."
        failure={() => 'Falha ao carregar dados do perfil.'}
      >
        {(row) => <PerfilForm row={row} onEnrol={() => setEnrolling(true)} />}
      </EditPage>
      {/* The dialog contains a form: it cannot be inside the page's form. */}
      {isEnrolling && <EnrolmentDialog onClose={() => setEnrolling(false)} />}
    </>
  );
}

const EnrolmentDialog = lazyComponent(
  async () => (await import('./enrolment-dialog.tsx')).EnrolmentDialog,
  'used',
);

const head = { title: 'Editar Perfil', list: dashboardPageInfo };

function PerfilForm({ row, onEnrol }: { row: Usuario; onEnrol: () => void }) {
  const { page, field, pictures } = useRecordForm({
    row,
    schema: perfilSchema,
    fields,
    mutation: savePerfil,
    pictures: { label: 'Imagem', lists: { avatar_url: { bucket: 'avatars', folder: row.id } } },
  });
  const save = usePerfilSave(page);
  const areFactorsLoading = useQuery(ownFactorsQuery()).isPending;
  return (
    <FormPage head={head} {...page} onSave={save}>
      <FormGroup title="Foto de perfil" description={<PictureSourcesHint />}>
        <PictureField
          label="Foto"
          hint="PNG, JPG, GIF até 2MB"
          picture={pictures.avatar_url}
          frame="aspect-square w-36"
        />
      </FormGroup>
      <FormGroup title="Informações pessoais">
        <TextField required maxLength={255} autoComplete="name" {...field('name')} />
        <TextField
          label="E-mail"
          type="email"
          readOnly
          value={row.email}
          autoComplete="username"
          hint="É o e-mail do seu login e não pode ser alterado."
        />
        <TextField maxLength={255} autoComplete="organization" {...field('company')} />
        <MaskedField
          type="tel"
          mask={maskPhone}
          autoComplete="tel-national"
          placeholder="(11) 91234-5678"
          {...field('phone')}
        />
        <TextField
          label="Cargo"
          readOnly
          value={row.role}
          hint="Você não pode alterar o seu próprio cargo."
        />
      </FormGroup>
      <FormGroup title="Alterar senha" description="Deixe em branco para manter a senha atual.">
        <PasswordField
          autoComplete="current-password"
          className="sm:col-span-2"
          hint="A senha atual não é verificada por este formulário."
          {...field('currentPassword')}
        />
        <PasswordField
          autoComplete="new-password"
          hint="Pelo menos 8 caracteres."
          {...field('newPassword')}
        />
        <PasswordField autoComplete="new-password" {...field('confirmPassword')} />
      </FormGroup>
      <SecondFactorCard onEnrol={onEnrol} />
      <OpenSessionsCard person={row.id} own isDelayed={areFactorsLoading} />
    </FormPage>
  );
}
