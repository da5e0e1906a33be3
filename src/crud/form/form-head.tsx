import { Link, useRouter } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { ReactNode } from 'react';
import { useNamePage } from '#ui/page-name.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { StatusBadge } from '../list/row-actions.tsx';
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
 * The list as it was left. The title of the list is drawn by CSS and is no part of the name: the link of
 * that name is the sidebar's, in sight beside this one and to the same place.
 */
function BackLink({ path, title }: FormHead['list']) {
  const router = useRouter();
  return (
    <Link
      to={path}
      activeOptions={{ exact: true }}
      aria-label="Voltar"
      data-list={title}
      className="inline-flex min-h-6 items-center gap-1 rounded-sm text-xs text-muted after:content-[attr(data-list)/''] hover:text-ink"
      onClick={(event) => {
        const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
        if (elsewhere || router.history.location.state.fromList === undefined) return;
        event.preventDefault();
        router.history.back();
      }}
    >
      <ArrowLeft aria-hidden="true" className="size-3.5" />
    </Link>
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
