import { Link } from '@tanstack/react-router';
import CircleCheck from 'lucide-react/icons/circle-check';
import { useActionState } from 'react';
import { sendRecoveryMail } from './recovery-link.queries.ts';
import { Button } from '#ui/button.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { AuthPage } from './auth-page.tsx';
import { ValidatedForm } from './validated-form.tsx';

type Recovery = { status: 'idle' | 'sent' | 'failed' };

export function ForgotPasswordPage() {
  const [recovery, submit, sending] = useActionState<Recovery, FormData>(askForMail, {
    status: 'idle',
  });
  const sent = recovery.status === 'sent';
  return (
    <AuthPage
      title="Recuperar Senha"
      intro="Informe o e-mail da sua conta para receber as instruções."
    >
      <ValidatedForm
        action={submit}
        busy={sending || sent}
        missing={{ email: 'Informe o e-mail.' }}
      >
        {(errors) => (
          <>
            {recovery.status === 'failed' && !sending && (
              <ErrorBox>
                Não foi possível enviar o email de recuperação. Verifique se o email está correto.
              </ErrorBox>
            )}
            <TextField
              label="E-mail"
              name="email"
              type="email"
              autoComplete="username"
              required
              autoFocus
              disabled={sent}
              error={errors.email}
            />
            <p role="status" className={sent ? sentClass : 'sr-only'}>
              {sent && (
                <>
                  <CircleCheck className="mt-px size-4.5 shrink-0" />
                  Um email foi enviado com instruções para redefinir sua senha.
                </>
              )}
            </p>
            <Button
              type="submit"
              variant="primary"
              busy={sending}
              busyLabel="Enviando..."
              disabled={sent}
              className="w-full"
            >
              Enviar Instruções
            </Button>
            <p className="text-center text-muted">
              Lembrou a senha?{' '}
              <Link
                to="/login"
                className="inline-block py-1 font-medium text-accent hover:underline"
              >
                Faça Login
              </Link>
            </p>
          </>
        )}
      </ValidatedForm>
    </AuthPage>
  );
}

async function askForMail(_previous: Recovery, data: FormData): Promise<Recovery> {
  const isSent = await sendRecoveryMail(String(data.get('email')).trim());
  return { status: isSent ? 'sent' : 'failed' };
}

const sentClass =
  'flex gap-3 rounded-card border border-success/30 bg-success-soft px-4 py-3 text-success';
