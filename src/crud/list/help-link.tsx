import { Link } from '@tanstack/react-router';
import { buttonClass } from '#ui/button.tsx';

/** Renders 'Ajuda' in an empty list: the link to the page of the manual for the list with the path `page`. */
export function HelpLink({ page }: { page: string }) {
  return (
    <Link to={`/ajuda${page}`} className={buttonClass('ghost')}>
      Ajuda
    </Link>
  );
}
