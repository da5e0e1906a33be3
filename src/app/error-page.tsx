import type { ErrorComponentProps } from '@tanstack/react-router';
import { useRouter } from '@tanstack/react-router';
import { Button, buttonClass } from '#ui/button.tsx';

/** The last net: a page failed in a way that nobody foresaw. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <div role="alert" className="mx-auto max-w-lg px-6 py-20">
      <h1 className="text-xl font-semibold">Unexpected Application Error!</h1>
      <p className="mt-2 text-muted">
        Algo inesperado impediu esta página de abrir. O que já estava salvo continua salvo. Tente
        novamente; se o problema continuar, avise quem cuida do sistema e envie o texto abaixo.
      </p>
      <pre className="mt-4 max-h-40 overflow-auto rounded-control border border-line bg-sunken p-3 text-xs whitespace-pre-wrap">
        {error instanceof Error ? error.message : String(error)}
      </pre>
      <div className="mt-5 flex flex-wrap gap-2">
        <Button
          variant="primary"
          onClick={() => {
            reset();
            void router.invalidate();
          }}
        >
          Tentar novamente
        </Button>
        {/* A real page load: whatever state broke the page is left behind. */}
        <a href="/dashboard" className={buttonClass()}>
          Ir para o Dashboard
        </a>
      </div>
    </div>
  );
}
