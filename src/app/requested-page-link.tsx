import { Link, useLocation, useRouter } from '@tanstack/react-router';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { useMay } from '#features/auth/profile.queries.ts';
import { buttonClass } from '#ui/button.tsx';
import { dashboardPageInfo } from '#areas/overviews.ts';

/**
 * A link on the dashboard to the page that the user requested before the sign-in. It is not rendered if the user has
 * no permission for that page, or if the requested URL is the dashboard or not a page of the panel.
 */
export function RequestedPageLink() {
  const router = useRouter();
  const may = useMay();
  const { pathname, state } = useLocation();
  if (pathname !== dashboardPageInfo.path || !state.wanted) return null;
  const { pathname: page, search } = new URL(state.wanted, location.origin);
  const [, , found] = router.getMatchedRoutes(page);
  const { title, open, needs } = { ...found?.options.staticData };
  if (!title || open || page === dashboardPageInfo.path || (needs && !may(...needs))) return null;
  return (
    <Link
      to={page}
      // Cast the parameters: their type is known only at run time. The requested page validates them.
      search={router.options.parseSearch(search) as never}
      className={`${buttonClass()} mb-4`}
    >
      Continuar em {title}
      <ArrowRight />
    </Link>
  );
}
