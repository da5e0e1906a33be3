import { useActionState } from 'react';
import type { ReactNode } from 'react';
import { endLocalSession, verifyCode } from '#data/second-factor.ts';
import { Button } from '#ui/button.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { ValidatedForm } from './validated-form.tsx';

export type SecondStepProps = {
  /** Called after the session was ended. */
  onBack: () => void;
  /** Called after the code was accepted. */
  onVerified?: (() => Promise<void>) | undefined;
};

type CodeFormProps = SecondStepProps & {
  /** The id of the factor whose code the user enters. A field named `factor` in `children` overrides this id. */
  factor: string;
  children?: ReactNode;
};

type CodeState = { error?: string; done?: boolean };

/** Renders the form that asks for a code of an authenticator app, after the password. */
export function SecondFactorForm({ factor, onBack, onVerified, children }: CodeFormProps) {
  const [state, submit, pending] = useActionState(
    async (_previous: CodeState, data: FormData): Promise<CodeState> => {
      const chosen = String(data.get('factor') ?? factor);
      const error = await verifyCode(chosen, String(data.get('code')));
      if (error) return { error };
      await onVerified?.();
      return { done: true };
    },
    {},
  );
  const busy = pending || state.done === true;
  return (
    <ValidatedForm
      action={submit}
      busy={busy}
      missing={{ code: 'Informe o código de verificação.' }}
    >
      {({ code: error }) => (
        <>
          {children}
          {state.error && !pending && <ErrorBox>{state.error}</ErrorBox>}
          <TextField
            label="Código de verificação"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            required
            autoFocus
            data-autofocus
            {...(error ? { error } : {})}
          />
          <div className="flex justify-end gap-2">
            <CancelSignInButton onBack={onBack} />
            <Button type="submit" variant="primary" busy={busy} busyLabel="Verificando...">
              Verificar
            </Button>
          </div>
        </>
      )}
    </ValidatedForm>
  );
}

/** Renders the button 'Voltar', which ends the session that still lacks the second factor. */
export function CancelSignInButton({ onBack }: Pick<SecondStepProps, 'onBack'>) {
  return (
    <Button variant="ghost" onClick={() => void endLocalSession().finally(onBack)}>
      Voltar
    </Button>
  );
}
