import { Link, useNavigate } from '@tanstack/react-router';
import { startTransition, useActionState, useRef, useState } from 'react';
import { getCurrentSession } from '#data/session.ts';
import { findPasswordProblem } from '#lib/password.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { PasswordField } from '#ui/fields/password-field.tsx';
import { toast } from '#ui/toast.ts';
import { AuthPage } from './auth-page.tsx';
import { ValidatedForm } from './validated-form.tsx';
import { SecondStep, getSecondStep } from './second-step.tsx';
import { setPasswordByLink, readRecoveryTokenHash } from './recovery-link.queries.ts';

export function ResetPasswordPage() {
  const [hash] = useState(readRecoveryTokenHash);
  return hash ? <NewPassword hash={hash} /> : <InvalidLink />;
}

function NewPassword({ hash }: { hash: string }) {
  const navigate = useNavigate();
  const [before] = useState(getCurrentSession);
  const enter = () => navigate({ to: '/dashboard', replace: true });
  // The submitted form data. They are submitted again after the user has entered the code of a second factor.
  const typed = useRef(new FormData());
  const [outcome, submit, saving] = useActionState(async (_previous: Outcome, data: FormData) => {
    typed.current = data;
    const result = await setPasswordByLink(hash, String(data.get('password')));
    if (result.status === 'changed' || result.status === 'factorNeeded')
      toast.success('Senha redefinida com sucesso!');
    if (result.status === 'changed') await enter();
    return result;
  }, undefined);
  if (outcome?.status === 'invalidLink') return <InvalidLink />;
  const step =
    outcome?.status === 'codeNeeded' || outcome?.status === 'factorNeeded'
      ? getSecondStep(outcome)
      : undefined;
  if (step)
    return (
      <AuthPage
        title="Verificação em duas etapas"
        intro={step.factors ? step.intro : `A senha foi redefinida. ${step.intro}`}
      >
        <SecondStep
          step={step}
          onBack={() => void navigate({ to: '/login', replace: true })}
          onVerified={
            step.factors ? async () => startTransition(() => submit(typed.current)) : enter
          }
        />
      </AuthPage>
    );
  const refused = outcome?.status === 'refused' && !saving ? outcome.message : undefined;
  return (
    <AuthPage title="Redefinir Senha" intro="Escolha a senha que vai usar a partir de agora.">
      <ValidatedForm
        action={submit}
        busy={saving}
        missing={{ password: 'Informe a nova senha.', confirmation: 'Repita a nova senha.' }}
        check={problems}
      >
        {(errors) => (
          <>
            {before.status === 'signedIn' && (
              <p className="text-muted">
                Este navegador está com a sessão de {before.email} aberta. Ao redefinir a senha, ela
                será encerrada, e você entrará na conta de quem recebeu o link.
              </p>
            )}
            {outcome?.status === 'failed' && !saving && <ErrorBox>{outcome.message}</ErrorBox>}
            <PasswordField
              label="Nova senha"
              name="password"
              hint="Pelo menos 8 caracteres."
              autoComplete="new-password"
              required
              autoFocus
              error={errors.password ?? refused}
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
      </ValidatedForm>
    </AuthPage>
  );
}

function problems(data: FormData) {
  const password = String(data.get('password'));
  const problem = findPasswordProblem(password);
  if (problem) return { password: problem };
  if (password !== data.get('confirmation')) return { confirmation: 'As senhas não coincidem!' };
  return {};
}

type Outcome = Awaited<ReturnType<typeof setPasswordByLink>> | undefined;

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
