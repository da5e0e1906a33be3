import { Link, useRouter } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { ReactNode } from 'react';
import { useNamePage } from '#ui/page-name.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { StatusBadge } from '../status-badge.tsx';
import { FormMenu } from './form-menu.tsx';
import type { FormMenuProps, GoOn } from './form-menu.tsx';
import { NeighbourLinks } from './neighbours.tsx';
import type { Neighbours } from './neighbours.tsx';

/** What a form says before any field, and where it leads; the page of a record makes it. */
export type FormHead = GoOn & {
  title: string;
  /** Where 'Cancelar' and a save lead. */
  list: { path: string; title: string };
  /** The stored record; absent for a new one. */
  record?: About;
  neighbours?: Neighbours;
  /** What may be done with the record, for the menu. */
  actions?: ReactNode;
};

/** A record in a word or two. */
export type About = { name: string; status?: string };

export type FormHeaderProps = {
  head: FormHead;
  /** Absent while the record is on its way: there is nothing yet that a menu could act on. */
  menu?: Pick<FormMenuProps, 'onSaveThen' | 'onDeleted'>;
};

/** '← Produtos', the title with the record's own name and status, the way to its neighbours, a menu. */
export function FormHeader({ head, menu }: FormHeaderProps) {
  const { title, list, record, neighbours, actions, another, following } = head;
  useNamePage(record?.name);
  return (
    <PageTitle
      title={title}
      back={<BackLink {...list} />}
      beside={record && <RecordName {...record} />}
      actions={
        <>
          {neighbours && <NeighbourLinks {...neighbours} />}
          {menu && (
            <FormMenu {...menu} {...{ another, following }}>
              {actions}
            </FormMenu>
          )}
        </>
      }
    />
  );
}

/**
 * '← Produtos': the arrow is the link, the title beside it is text that says where it leads. A link of that
 * title would be a second one beside the sidebar's; one that shows the title under another name could not
 * be called by what is seen (WCAG 2.5.3).
 */
export function BackLink({ path, title }: FormHead['list']) {
  const router = useRouter();
  return (
    <p className="relative -ml-1 flex w-fit items-center text-xs text-muted hover:text-ink">
      <Link
        to={path}
        activeOptions={{ exact: true }}
        aria-label="Voltar"
        title="Voltar"
        // Whoever presses the title means the same.
        className="inline-flex size-6 items-center justify-center rounded-sm after:absolute after:inset-0"
        onClick={(event) => {
          const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
          if (elsewhere || router.history.location.state.fromList === undefined) return;
          event.preventDefault();
          router.history.back();
        }}
      >
        <ArrowLeft aria-hidden="true" className="size-3.5" />
      </Link>
      {title}
    </p>
  );
}

function RecordName({ name, status }: About) {
  return (
    <p className="flex max-w-full min-w-0 items-center gap-2">
      <span className="line-clamp-2 text-base text-muted wrap-anywhere">{name}</span>
      {status && (
        <span className="shrink-0">
          <StatusBadge>{status}</StatusBadge>
        </span>
      )}
    </p>
  );
}
