import { Link, useNavigate } from '@tanstack/react-router';
import { useActionState, useState } from 'react';
import { Button, buttonClass } from '#ui/button.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { PasswordField } from '#ui/fields/password-field.tsx';
import { toast } from '#ui/toast.ts';
import { AuthPage } from './auth-page.tsx';
import { CheckedForm } from './checked-form.tsx';
import { changePassword, readRecoveryLink } from './recovery-link.ts';

export function ResetPassword() {
  const navigate = useNavigate();
  const [link] = useState(readRecoveryLink);
  const [outcome, submit, saving] = useActionState(async (_previous: Outcome, data: FormData) => {
    const result = await changePassword(link, String(data.get('password')));
    if (result.status === 'changed') {
      toast.success('Senha redefinida com sucesso!');
      await navigate({ to: '/dashboard', replace: true });
    }
    return result;
  }, undefined);
  if (link.kind === 'invalid' || outcome?.status === 'invalidLink') return <InvalidLink />;
  return (
    <AuthPage title="Redefinir Senha" intro="Escolha a senha que vai usar a partir de agora.">
      <CheckedForm
        action={submit}
        busy={saving}
        missing={{ password: 'Informe a nova senha.', confirmation: 'Repita a nova senha.' }}
        check={(data) =>
          data.get('password') === data.get('confirmation')
            ? {}
            : { confirmation: 'As senhas não coincidem!' }
        }
        className="space-y-4"
      >
        {(errors) => (
          <>
            {outcome?.status === 'failed' && !saving && <ErrorBox>{outcome.message}</ErrorBox>}
            <PasswordField
              label="Nova senha"
              name="password"
              hint="Pelo menos 8 caracteres."
              autoComplete="new-password"
              required
              minLength={8}
              autoFocus
              error={errors.password}
            />
            <PasswordField
              label="Confirmar nova senha"
              name="confirmation"
              autoComplete="new-password"
              required
              error={errors.confirmation}
            />
            <Button type="submit" variant="primary" busy={saving} className="w-full">
              {saving ? 'Redefinindo...' : 'Redefinir Senha'}
            </Button>
          </>
        )}
      </CheckedForm>
    </AuthPage>
  );
}

type Outcome = Awaited<ReturnType<typeof changePassword>> | undefined;

function InvalidLink() {
  return (
    <AuthPage title="Redefinir Senha">
      <ErrorBox>O link de recuperação é inválido ou expirou.</ErrorBox>
      <Link to="/forgot-password" className={`${buttonClass('primary')} mt-4 w-full`}>
        Solicitar novo link
      </Link>
    </AuthPage>
  );
}
