import { Link, useLocation, useRouter } from '@tanstack/react-router';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { useMay } from '#features/auth/profile.queries.ts';
import { buttonClass } from '#ui/button.tsx';
import { home } from './areas.ts';

/**
 * Whoever followed a link and had to sign in first lands on the dashboard, and finds the way on here. Only
 * a page of the panel that this person may enter is offered.
 */
export function ContinueLink() {
  const router = useRouter();
  const may = useMay();
  const { pathname, state } = useLocation();
  if (pathname !== home.path || !state.wanted) return null;
  const { pathname: page, search } = new URL(state.wanted, location.origin);
  const [, , found] = router.getMatchedRoutes(page);
  const { title, open, needs } = { ...found?.options.staticData };
  if (!title || open || page === home.path || (needs && !may(...needs))) return null;
  return (
    <Link
      to={page}
      // As the router reads it from the address bar; each page checks its own.
      search={router.options.parseSearch(search) as never}
      className={`${buttonClass()} mb-4`}
    >
      Continuar em {title}
      <ArrowRight aria-hidden="true" />
    </Link>
  );
}
