import { Link } from '@tanstack/react-router';
import { buttonClass } from '#ui/button.tsx';

/** Renders 'Ajuda', the link from an empty list to its page of the manual. `page` is the path of the list. */
export function HelpLink({ page }: { page: string }) {
  return (
    <Link to={`/ajuda${page}`} className={buttonClass('ghost')}>
      Ajuda
    </Link>
  );
}
