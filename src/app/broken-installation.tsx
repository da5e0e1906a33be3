import { missingSettings } from '#data/config.ts';

/** Whoever installed the panel sees what is missing instead of a page on which nothing works. */
export function BrokenInstallation() {
  return (
    <main className="mx-auto max-w-lg px-6 py-24">
      <h1 className="text-xl font-semibold">Instalação incompleta</h1>
      <p className="mt-2 text-muted">
        A página foi servida sem a configuração do painel. Falta: {missingSettings().join(', ')}.
      </p>
    </main>
  );
}
