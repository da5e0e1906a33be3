import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import { copyText } from '#lib/copy-text.ts';
import { Button } from './button.tsx';

export const authenticatorKeyIntro =
  'Leia o código QR com um aplicativo autenticador do celular, ou digite a chave nele. Depois digite o código de seis números que ele mostra.';

export type AuthenticatorKeyProps = {
  /** The image, as a data URL. */
  qrCode: string;
  secret: string;
};

/** The key of an authenticator app, as a QR code and as text. */
export function AuthenticatorKey({ qrCode, secret }: AuthenticatorKeyProps) {
  const [copied, setCopied] = useState('');
  async function copy() {
    await copyText(secret).then(
      () => setCopied('Chave copiada.'),
      () => setCopied('Não foi possível copiar. Selecione a chave e copie.'),
    );
  }
  return (
    <>
      <img
        src={qrCode}
        alt="Código QR da chave"
        width="192"
        height="192"
        className="mx-auto my-4 rounded-card bg-white"
      />
      <div className="flex items-start justify-between gap-3">
        <p>
          Chave:{' '}
          {/* Separate the groups with margins: copied text must not have spaces. A line can break between groups. */}
          <code className="font-mono select-all">
            {(secret.match(/.{1,4}/g) ?? []).map((group, index) => (
              <span key={index} className="mr-2 inline-block">
                {group}
              </span>
            ))}
          </code>
        </p>
        <Button size="sm" icon={<Copy />} onClick={() => void copy()}>
          Copiar chave
        </Button>
      </div>
      {/* Show the result here, not in a toast: this component is also on pages without a toaster. */}
      <p role="status" className="mb-2 min-h-5 text-right text-xs text-muted">
        {copied}
      </p>
    </>
  );
}
