import { useActionState, useState } from 'react';
import { getCurrentSession, stopWaitingForSignIn } from '#data/session.ts';
import { ValidatedForm } from '#features/auth/validated-form.tsx';
import { SecondStep, getSecondStep } from '#features/auth/second-step.tsx';
import type { SecondStepState } from '#features/auth/second-step.tsx';
import type { SignInState } from '#features/auth/sign-in.queries.ts';
import { signIn } from '#features/auth/sign-in.queries.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { PasswordField } from '#ui/fields/password-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';

/**
 * A dialog over the page, in which the same user signs in again. The user can edit the e-mail field, because an
 * operator may have changed the user's e-mail (`npm run admin -- change-email`).
 */
export function SignInAgainDialog({ email }: { email: string }) {
  const [step, setStep] = useState<SecondStepState>();
  const [isOther, setIsOther] = useState(false);
  const [state, submit, busy] = useActionState(async (previous: SignInState, data: FormData) => {
    const next = await signIn(previous, data);
    setStep(getSecondStep(next));
    setIsOther(next.done === true && isStillEnded());
    return next;
  }, {});
  async function endSecondStep() {
    if (!isStillEnded()) return;
    setIsOther(true);
    setStep(undefined);
  }
  if (step)
    return (
      <Dialog title="Verificação em duas etapas" size="sm">
        <p className="mb-4 text-muted">{step.intro}</p>
        <SecondStep step={step} onBack={() => setStep(undefined)} onVerified={endSecondStep} />
      </Dialog>
    );
  const error = isOther ? otherUser : state.error;
  return (
    <Dialog title="Sua sessão terminou" size="sm">
      <p className="mb-4 text-muted">
        Entre novamente para continuar de onde parou. Nada do que você digitou foi perdido.
      </p>
      <ValidatedForm
        action={submit}
        busy={busy}
        missing={{ email: 'Informe o e-mail.', password: 'Informe a senha.' }}
      >
        {(errors) => (
          <>
            {error && !busy && <ErrorBox>{error}</ErrorBox>}
            <TextField
              label="E-mail"
              name="email"
              type="email"
              autoComplete="username"
              required
              defaultValue={email}
              error={errors.email}
            />
            <PasswordField
              label="Senha"
              name="password"
              autoComplete="current-password"
              required
              data-autofocus
              error={errors.password}
            />
            <div className="flex justify-end gap-2">
              <Button variant="ghost" onClick={stopWaitingForSignIn}>
                Sair
              </Button>
              <Button type="submit" variant="primary" busy={busy} busyLabel="Entrando...">
                Entrar
              </Button>
            </div>
          </>
        )}
      </ValidatedForm>
    </Dialog>
  );
}

/** Whether the session is still ended. After a sign-in, this means that another user has signed in. */
function isStillEnded() {
  return getCurrentSession().status === 'ended';
}

const otherUser =
  'Você entrou como outro usuário. Para continuar de onde parou, entre com o usuário de antes.';
