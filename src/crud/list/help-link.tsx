import { Link } from '@tanstack/react-router';
import { buttonClass } from '#ui/button.tsx';

/** 'Ajuda', in an empty list: the link to its page of the manual, '/produtos'. */
export function HelpLink({ page }: { page: string }) {
  return (
    <Link to={`/ajuda${page}`} className={buttonClass('ghost')}>
      Ajuda
    </Link>
  );
}
