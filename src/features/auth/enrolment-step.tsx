import { useQuery } from '@tanstack/react-query';
import { queryClient } from '#data/query-client.ts';
import { enrolment } from '#features/perfil/second-factor.queries.ts';
import { AppKey, appKeyIntro } from '#ui/app-key.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { SpinnerArea } from '#ui/spinner.tsx';
import { BackButton, CodeForm } from './code-form.tsx';
import type { StepProps } from './code-form.tsx';

/** The step after the password for a user who must set up a second factor: adds an authenticator app. */
export function EnrolmentStep(props: StepProps) {
  // Outside of the panel there is no provider of the query client.
  const { data, error, refetch } = useQuery(enrolment(), queryClient);
  if (data)
    return (
      <CodeForm factor={data.id} {...props}>
        <div>
          <p className="text-muted">{appKeyIntro}</p>
          <AppKey qrCode={data.qrCode} secret={data.secret} />
        </div>
      </CodeForm>
    );
  return (
    <div className="space-y-4">
      {error ? (
        <ErrorBox
          onRetry={() => void refetch()}
        >{`Não foi possível começar: ${error.message}`}</ErrorBox>
      ) : (
        <SpinnerArea className="min-h-48" />
      )}
      <div className="flex justify-end">
        <BackButton {...props} />
      </div>
    </div>
  );
}
