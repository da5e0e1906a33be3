import { Link } from '@tanstack/react-router';
import { buttonClass } from '#ui/button.tsx';

/** 'Ajuda', in an empty list: the page of the manual about it, '/produtos'. */
export function HelpLink({ page }: { page: string }) {
  return (
    <Link to={`/ajuda${page}`} className={buttonClass('ghost')}>
      Ajuda
    </Link>
  );
}
