import { Link, useRouter } from '@tanstack/react-router';
import type { AnyRouter } from '@tanstack/react-router';
import { useActionState, useState } from 'react';
import type { ReactNode } from 'react';
import { AuthPage } from './auth-page.tsx';
import { ValidatedForm } from './validated-form.tsx';
import { SecondStep, getSecondStep } from './second-step.tsx';
import type { SecondStepState } from './second-step.tsx';
import { SignInFields, SignInPageLayout } from './sign-in-page.tsx';
import { signIn } from './sign-in.queries.ts';
import type { SignInState } from './sign-in.queries.ts';

export function LoginPage() {
  const router = useRouter();
  const [step, setStep] = useState<SecondStepState>();
  const [state, submit, pending] = useActionState(async (previous: SignInState, data: FormData) => {
    const next = await signIn(previous, data);
    setStep(getSecondStep(next));
    return next;
  }, {});
  // Keep the button busy after the sign-in, until the guard of this page redirects.
  const busy = pending || state.done === true;
  if (step)
    return (
      <AuthPage title="Verificação em duas etapas" intro={step.intro}>
        <SecondStep step={step} onBack={() => setStep(undefined)} />
      </AuthPage>
    );
  return (
    <SignInPageLayout>
      <ValidatedForm
        action={submit}
        busy={busy}
        missing={{ email: 'Informe o e-mail.', password: 'Informe a senha.' }}
      >
        {(errors) => (
          <SignInFields
            errors={errors}
            failure={pending ? undefined : state.error}
            busy={busy}
            Forgotten={Forgotten}
            onEmail={() => preloadPage(router, '/dashboard')}
          />
        )}
      </ValidatedForm>
    </SignInPageLayout>
  );
}

function Forgotten(looks: { className: string; children: ReactNode }) {
  return <Link to="/forgot-password" {...looks} />;
}

/** Prefetches the code of a page, without its guards and data. */
function preloadPage(router: AnyRouter, path: string) {
  const [routes] = router.getMatchedRoutes(path);
  for (const route of routes) void router.loadRouteChunk(route);
}
