import { useActionState } from 'react';
import { Button } from '#ui/button.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { CheckedForm } from './checked-form.tsx';
import { leaveSession, verifyCode } from '#data/second-factor.ts';
import type { Factor } from '#data/second-factor.ts';

export const codeIntro = 'Digite o código de seis números do seu aplicativo autenticador.';

type CodeStepProps = {
  factors: Factor[];
  /** The session has been given up. */
  onBack: () => void;
  /** Runs after the code was accepted: the new password is sent again. */
  onVerified?: () => Promise<void>;
};

type CodeState = { error?: string; done?: boolean };

/** The step after the password: the code of the second factor. */
export function CodeStep({ factors, onBack, onVerified }: CodeStepProps) {
  const [state, submit, pending] = useActionState(
    async (_previous: CodeState, data: FormData): Promise<CodeState> => {
      const factor = String(data.get('factor') ?? factors[0]?.id);
      const error = await verifyCode(factor, String(data.get('code')));
      if (error) return { error };
      await onVerified?.();
      return { done: true };
    },
    {},
  );
  const busy = pending || state.done === true;
  return (
    <CheckedForm
      action={submit}
      busy={busy}
      missing={{ code: 'Informe o código de verificação.' }}
      className="space-y-4"
    >
      {(errors) => (
        <>
          {state.error && !pending && <ErrorBox>{state.error}</ErrorBox>}
          {factors.length > 1 && (
            <SelectField
              label="Aplicativo"
              name="factor"
              options={Object.fromEntries(factors.map(({ id, name }) => [id, name]))}
            />
          )}
          <CodeField error={errors.code} />
          <div className="flex justify-end gap-2">
            <Button variant="ghost" onClick={() => void leaveSession().finally(onBack)}>
              Voltar
            </Button>
            <Button type="submit" variant="primary" busy={busy}>
              {busy ? 'Verificando...' : 'Verificar'}
            </Button>
          </div>
        </>
      )}
    </CheckedForm>
  );
}

function CodeField({ error }: { error: string | undefined }) {
  return (
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
  );
}
