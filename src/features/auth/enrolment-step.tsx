import { useQuery } from '@tanstack/react-query';
import { queryClient } from '#data/query-client.ts';
import { enrolmentQuery } from '#features/perfil/second-factor.queries.ts';
import { AuthenticatorKey, authenticatorKeyIntro } from '#ui/authenticator-key.tsx';
import { QueryStatus } from '#ui/query-status.tsx';
import { CenteredSpinner } from '#ui/spinner.tsx';
import { CancelSignInButton, SecondFactorForm } from './second-factor-form.tsx';
import type { SecondStepProps } from './second-factor-form.tsx';

/** Renders the setup of an authenticator app, after the password, for a user who must have a second factor. */
export function EnrolmentStep(props: SecondStepProps) {
  // Pass the query client: the pages /login and /reset-password are outside of the `QueryClientProvider`.
  const query = useQuery(enrolmentQuery(), queryClient);
  const { data } = query;
  if (data)
    return (
      <SecondFactorForm factor={data.id} {...props}>
        <div>
          <p className="text-muted">{authenticatorKeyIntro}</p>
          <AuthenticatorKey qrCode={data.qrCode} secret={data.secret} />
        </div>
      </SecondFactorForm>
    );
  return (
    <div className="space-y-4">
      <QueryStatus query={query} loading={<CenteredSpinner className="min-h-48" />}>
        Não foi possível começar: {query.error?.message}
      </QueryStatus>
      <div className="flex justify-end">
        <CancelSignInButton {...props} />
      </div>
    </div>
  );
}
