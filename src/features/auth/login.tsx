import { Link, useRouter } from '@tanstack/react-router';
import type { AnyRouter } from '@tanstack/react-router';
import { useActionState } from 'react';
import { Button } from '#ui/button.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { PasswordField } from '#ui/fields/password-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { AuthPage } from './auth-page.tsx';
import { CheckedForm } from './checked-form.tsx';
import { signIn } from './sign-in.ts';

export function Login() {
  const router = useRouter();
  const [state, submit, pending] = useActionState(signIn, {});
  // Once signed in, the guard of this page leads on; until it has, the button stays busy.
  const busy = pending || state.done === true;
  return (
    <AuthPage title="Bem-vindo!" intro="Entre com o e-mail e a senha da sua conta.">
      <CheckedForm
        action={submit}
        busy={busy}
        missing={{ email: 'Informe o e-mail.', password: 'Informe a senha.' }}
        className="space-y-4"
      >
        {(errors) => (
          <>
            {state.error && !pending && <ErrorBox>{state.error}</ErrorBox>}
            <TextField
              label="E-mail"
              name="email"
              type="email"
              autoComplete="username"
              required
              autoFocus
              error={errors.email}
              onInput={() => preloadPage(router, '/dashboard')}
            />
            <PasswordField
              label="Senha"
              name="password"
              autoComplete="current-password"
              required
              error={errors.password}
            />
            <div className="flex justify-end">
              <Link to="/forgot-password" className="py-1 font-medium text-accent hover:underline">
                Esqueceu a senha?
              </Link>
            </div>
            <Button type="submit" variant="primary" busy={busy} className="w-full">
              {busy ? 'Entrando...' : 'Entrar'}
            </Button>
          </>
        )}
      </CheckedForm>
    </AuthPage>
  );
}

/** Fetches the code of a page before it is entered; guards and data are left alone. */
function preloadPage(router: AnyRouter, path: string) {
  const [routes] = router.getMatchedRoutes(path);
  for (const route of routes) void router.loadRouteChunk(route);
}
