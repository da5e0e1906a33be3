import { Link } from '@tanstack/react-router';
import Plus from 'lucide-react/icons/plus';
import { buttonClass } from '#ui/button.tsx';
import { getListHistoryState } from '../list-search.ts';

/** Renders 'Adicionar', the link from a list to the form for a new record. */
export function AddLink({ to, children = 'Adicionar' }: { to: string; children?: string }) {
  return (
    <Link
      to={to}
      state={getListHistoryState}
      className={`${buttonClass('primary')} max-sm:[&_svg]:hidden`}
    >
      <Plus />
      {children}
    </Link>
  );
}
