import { useQuery } from '@tanstack/react-query';
import { queryClient } from '#data/query-client.ts';
import { enrolmentQuery } from '#features/perfil/second-factor.queries.ts';
import { AppKey, appKeyIntro } from '#ui/app-key.tsx';
import { QueryStatus } from '#ui/query-status.tsx';
import { SpinnerArea } from '#ui/spinner.tsx';
import { BackButton, SecondFactorForm } from './code-form.tsx';
import type { StepProps } from './code-form.tsx';

/** Renders the setup of an authenticator app, after the password, for a user who must have a second factor. */
export function EnrolmentStep(props: StepProps) {
  // Pass the client: outside of the panel there is no provider of the query client.
  const query = useQuery(enrolmentQuery(), queryClient);
  const { data } = query;
  if (data)
    return (
      <SecondFactorForm factor={data.id} {...props}>
        <div>
          <p className="text-muted">{appKeyIntro}</p>
          <AppKey qrCode={data.qrCode} secret={data.secret} />
        </div>
      </SecondFactorForm>
    );
  return (
    <div className="space-y-4">
      <QueryStatus query={query} loading={<SpinnerArea className="min-h-48" />}>
        Não foi possível começar: {query.error?.message}
      </QueryStatus>
      <div className="flex justify-end">
        <BackButton {...props} />
      </div>
    </div>
  );
}
