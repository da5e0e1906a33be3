import { Link } from '@tanstack/react-router';
import Plus from 'lucide-react/icons/plus';
import { buttonClass } from '#ui/button.tsx';
import { fromList } from '../form/leave.ts';

/** 'Adicionar': the way from a list to its empty form. */
export function AddLink({ to, children = 'Adicionar' }: { to: string; children?: string }) {
  return (
    <Link to={to} state={fromList} className={buttonClass('primary')}>
      <Plus />
      {children}
    </Link>
  );
}

export type FirstRecordProps = { to: string; action: string; children: string };

/** For whoever has no record at all yet: what they are for, and the way to the first one. */
export function FirstRecord({ to, action, children }: FirstRecordProps) {
  return (
    <>
      <p className="mb-4 max-w-sm text-muted">{children}</p>
      <AddLink to={to}>{action}</AddLink>
    </>
  );
}
