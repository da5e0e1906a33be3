import type { ComponentType, ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { PasswordField } from '#ui/fields/password-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { AuthPage } from './auth-page.tsx';
import type { FieldErrors } from './validated-form.tsx';

// The components of the sign-in page, without behaviour: the build also renders them into the static page
// (src/app/still-frame.tsx).

export function SignInPageLayout({ children }: { children: ReactNode }) {
  return (
    <AuthPage title="Bem-vindo!" intro="Entre com o e-mail e a senha da sua conta.">
      {children}
    </AuthPage>
  );
}

export type SignInFieldsProps = {
  errors: FieldErrors;
  failure?: string;
  busy: boolean;
  /** The component that renders the link to the password recovery. */
  Forgotten: ComponentType<{ className: string; children: ReactNode }>;
  onEmail?: () => void;
};

export function SignInFields({ errors, failure, busy, Forgotten, onEmail }: SignInFieldsProps) {
  return (
    <>
      {failure && <ErrorBox>{failure}</ErrorBox>}
      <TextField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        required
        autoFocus
        error={errors.email}
        onInput={onEmail}
      />
      <PasswordField
        label="Senha"
        name="password"
        autoComplete="current-password"
        required
        error={errors.password}
      />
      <div className="flex justify-end">
        <Forgotten className="py-1 font-medium text-accent hover:underline">
          Esqueceu a senha?
        </Forgotten>
      </div>
      <Button
        type="submit"
        variant="primary"
        busy={busy}
        busyLabel="Entrando..."
        className="w-full"
      >
        Entrar
      </Button>
    </>
  );
}
