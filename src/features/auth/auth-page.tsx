import type { ReactNode } from 'react';
import { Logo } from '#ui/logo.tsx';
import { DecorativePane } from './decorative-pane.tsx';

export type AuthPageProps = { title: string; intro?: string; children: ReactNode };

/** Renders two panes: the form, and beside it (on a wide screen) a decorative picture. */
export function AuthPage({ title, intro, children }: AuthPageProps) {
  return (
    <div className="grid min-h-dvh bg-surface lg:grid-cols-[minmax(26rem,5fr)_6fr]">
      <main className="flex flex-col px-6 py-8 sm:px-10">
        <Logo />
        <div className="mx-auto flex w-full max-w-sm flex-1 flex-col justify-center py-10">
          <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
          {intro && <p className="mt-1.5 text-muted">{intro}</p>}
          {/* Hide the stars of required fields beside the labels, because all fields of these pages are required. */}
          <div className="mt-7 [&_label]:after:hidden">{children}</div>
        </div>
        <p className="text-xs text-muted">
          Painel administrativo para catálogos de produtos e serviços.
        </p>
      </main>
      <DecorativePane />
    </div>
  );
}
