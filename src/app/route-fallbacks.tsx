import type { ErrorComponentProps } from '@tanstack/react-router';
import { Navigate, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSession } from '#data/session.ts';
import { getErrorMessage } from '#lib/error-message.ts';
import { isServerReachable, CodeLoadError } from '#lib/load-code.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { CenteredSpinner } from '#ui/spinner.tsx';
import { RoleLoadError } from './guards.ts';
import { clearPageLoadFailures, reloadForNewVersion } from './lazy-page.tsx';

const RETRY_MS = 3000;
const RELOAD_MS = 5000;

/** A spinner instead of the page, while the page is loading. */
export function PageSpinner() {
  return <CenteredSpinner className="min-h-[60dvh]" />;
}

/** Redirects from an unknown URL: a signed-in user to the dashboard, a visitor to the sign-in page. */
export function UnknownPathRedirect() {
  const session = useSession();
  return <Navigate to={session.status === 'signedIn' ? '/dashboard' : '/login'} replace />;
}

/** The message about an error, instead of a page that could not be loaded or rendered. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  useEffect(function forgetFailuresOnLeave() {
    return clearPageLoadFailures;
  }, []);
  function tryAgain() {
    clearPageLoadFailures();
    reset();
    void router.invalidate();
  }
  if (error instanceof CodeLoadError)
    return error.isOutdated ? (
      <NewerVersion error={error} />
    ) : (
      <ServerUnreachable tryAgain={tryAgain} />
    );
  if (error instanceof RoleLoadError)
    return <ErrorBox onRetry={tryAgain}>{error.message}</ErrorBox>;
  return <UnexpectedError error={error} tryAgain={tryAgain} />;
}

/** Reloads the window: the server has a newer version of the panel, without the code that this version requests. */
function NewerVersion({ error }: { error: Error }) {
  const [isStuck, setStuck] = useState(false);
  useEffect(function reloadWindow() {
    // Offer a button after a while: the browser can ask the user before it reloads, and the user can refuse. Offer
    // the button at once if `reloadForNewVersion` did not reload.
    const stuck = setTimeout(() => setStuck(true), reloadForNewVersion() ? RELOAD_MS : 0);
    return () => clearTimeout(stuck);
  }, []);
  if (!isStuck) return <PageSpinner />;
  return (
    <ErrorBox
      action={
        <Button size="sm" onClick={() => location.reload()}>
          Recarregar
        </Button>
      }
    >
      {error.message}
    </ErrorBox>
  );
}

/** The message if the server does not respond to the request for the page's code. Retries when the server responds. */
function ServerUnreachable({ tryAgain }: { tryAgain: () => void }) {
  const retry = useEffectEvent(async () => {
    if (await isServerReachable()) tryAgain();
  });
  useEffect(function retryWhenServerResponds() {
    const onOnline = () => void retry();
    // Poll too: 'online' can fire a moment before requests succeed, and it does not fire after a restart of the server.
    const poll = setInterval(onOnline, RETRY_MS);
    addEventListener('online', onOnline);
    return () => {
      clearInterval(poll);
      removeEventListener('online', onOnline);
    };
  }, []);
  return (
    <ErrorBox onRetry={tryAgain}>
      Esta página ainda não tinha sido carregada, e agora não há conexão com o servidor. Ela abre
      assim que a conexão voltar.
    </ErrorBox>
  );
}

/** The message about an unexpected error, with the text of the error. */
function UnexpectedError({ error, tryAgain }: { error: unknown; tryAgain: () => void }) {
  return (
    <div role="alert" className="mx-auto max-w-lg px-6 py-20">
      <h1 className="text-xl font-semibold">Unexpected Application Error!</h1>
      <p className="mt-2 text-muted">
        Algo inesperado impediu esta página de abrir. O que já estava salvo continua salvo. Tente
        novamente; se o problema continuar, avise quem cuida do sistema e envie o texto abaixo.
      </p>
      <pre className="mt-4 max-h-40 overflow-auto rounded-control border border-line bg-sunken p-3 text-xs whitespace-pre-wrap">
        {getErrorMessage(error)}
      </pre>
      <div className="mt-5 flex flex-wrap gap-2">
        <Button variant="primary" onClick={tryAgain}>
          Tentar novamente
        </Button>
        {/* A plain link reloads the window, and so discards the state that caused the error. */}
        <a href="/dashboard" className={buttonClass()}>
          Ir para o Dashboard
        </a>
      </div>
    </div>
  );
}
