import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { serverUnreachableMessage } from '#lib/load-code.ts';
import { queryClient } from '#data/query-client.ts';
import { verifyCode } from '#data/second-factor.ts';
import { AuthenticatorKey, authenticatorKeyIntro } from '#ui/authenticator-key.tsx';
import { FormDialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { QueryStatusDialog } from '#ui/query-dialog.tsx';
import { toast } from '#ui/toast.ts';
import { enrolmentQuery } from './second-factor.queries.ts';

const title = 'Verificação em duas etapas';

/**
 * Renders the dialog that adds an authenticator app: the app scans the QR code or the user types the secret, then the
 * user enters a code of the app.
 */
export function EnrolmentDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(enrolmentQuery());
  if (query.data) return <ConfirmApp {...query.data} onClose={onClose} />;
  return (
    <QueryStatusDialog title={title} query={query} onClose={onClose}>
      Não foi possível começar: {query.error?.message}
    </QueryStatusDialog>
  );
}

type ConfirmAppProps = { id: string; qrCode: string; secret: string; onClose: () => void };

function ConfirmApp({ id, qrCode, secret, onClose }: ConfirmAppProps) {
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  async function confirmCode(code: string) {
    setBusy(true);
    const error = code.trim()
      ? await verifyCode(id, code).catch(() => serverUnreachableMessage)
      : 'Informe o código de verificação.';
    setBusy(false);
    setFailure(error);
    if (error) return;
    toast.success('Verificação em duas etapas ativada. As outras sessões foram encerradas.');
    void queryClient.invalidateQueries({ queryKey: ['factors', 'own'] });
    void queryClient.invalidateQueries({ queryKey: ['open_sessions'] });
    onClose();
  }
  return (
    <FormDialog
      title={title}
      action="Verificar"
      busy={busy}
      onClose={onClose}
      onSubmit={({ currentTarget }) =>
        void confirmCode(String(new FormData(currentTarget).get('code')))
      }
    >
      <p className="text-muted">{authenticatorKeyIntro}</p>
      <AuthenticatorKey qrCode={qrCode} secret={secret} />
      <TextField
        label="Código de verificação"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        data-autofocus
        {...(failure ? { error: failure } : {})}
      />
    </FormDialog>
  );
}
