import { Link, useLocation, useParams } from '@tanstack/react-router';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import { useEffect } from 'react';
import { pages } from 'virtual:manual';
import { BackLink } from '#crud/form/form-head.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useSetPageSubject } from '#ui/page-subject.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { ManualText } from './manual-text.tsx';
import type { ManualPage } from './manual.ts';

/** Renders the page /ajuda (the contents of the manual) or one of its pages, such as /ajuda/produtos. */
export function AjudaPage() {
  const { pagina = '' } = useParams({ strict: false });
  const { state } = useLocation();
  const page = pages.find(({ slug }) => slug === pagina);
  useSetPageSubject(page?.slug ? page.title : undefined);
  const isContents = pagina === '';
  return (
    <div className="grid items-start gap-x-8 lg:grid-cols-[minmax(0,46rem)_13rem]">
      <div className="min-w-0">
        <PageTitle
          title={page?.title ?? 'Ajuda'}
          back={!isContents && <BackLink path="/ajuda" title="Ajuda" />}
        />
        {/* Use a new key for each navigation, so that a second click on the same link scrolls to the heading again. */}
        {page ? <Article key={state.key} page={page} /> : <NoPage />}
      </div>
      <nav
        aria-label="Páginas da ajuda"
        className="sticky top-20 max-h-[calc(100dvh-6rem)] overflow-y-auto pt-12 max-lg:hidden"
      >
        <ul className="space-y-0.5">
          {pages.slice(1).map(({ slug, title }) => (
            <li key={slug}>
              <Link
                to="/ajuda/$pagina"
                params={{ pagina: slug }}
                activeOptions={{ includeHash: false }}
                className="block rounded-control px-2.5 py-1 text-muted hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent"
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

function Article({ page }: { page: ManualPage }) {
  const { hash } = useLocation();
  useEffect(
    function goToHeading() {
      const heading = hash && document.getElementById(hash);
      if (!heading) return;
      heading.scrollIntoView();
      // Moves the focus too, for keyboard and screen reader users.
      heading.focus({ preventScroll: true });
    },
    [hash],
  );
  return (
    <Card>
      <article aria-label={page.title}>
        <ManualText nodes={page.body} />
      </article>
    </Card>
  );
}

function NoPage() {
  return (
    <Card className="">
      <EmptyState
        icon={<CircleQuestionMark />}
        title="Esta página da ajuda não existe."
        action={
          <Link to="/ajuda" className={buttonClass()}>
            Ver todas as páginas
          </Link>
        }
      />
    </Card>
  );
}
