import { useMutation } from '@tanstack/react-query';
import type { UseMutationOptions } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Copy from 'lucide-react/icons/copy';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import type { ReactNode } from 'react';
import { IconButton, iconButtonClass } from '#ui/button.tsx';
import { confirm } from '#ui/confirm.tsx';
import { Cell } from '#ui/table.tsx';
import { fromList } from './leave-form.ts';

/** What may be done with one row; every name ends with the row's own: 'Editar Açaí'. */
export function RowActions({ children }: { children: ReactNode }) {
  return <div className="flex justify-end gap-0.5 @max-table:*:size-10">{children}</div>;
}

export type EditLinkProps = {
  /** e.g. '/produtos/editar/1'. */
  to: string;
  name: string;
  /** Begins to read the record before the press. */
  onIntent?: () => void;
};

export function EditLink({ to, name, onIntent }: EditLinkProps) {
  const label = `Editar ${name}`;
  return (
    <Link
      to={to}
      state={fromList}
      aria-label={label}
      title={label}
      className={iconButtonClass()}
      onMouseEnter={onIntent}
      onFocus={onIntent}
    >
      <Pencil />
    </Link>
  );
}

/** The link on the main cell of a row. */
export function RowLink({ to, name, onIntent }: EditLinkProps) {
  return (
    <Link
      to={to}
      state={fromList}
      className="rounded-sm font-medium hover:text-accent hover:underline"
      onMouseEnter={onIntent}
      onFocus={onIntent}
    >
      {name}
    </Link>
  );
}

export type DuplicateButtonProps = { name: string; onDuplicate: () => void; busy: boolean };

export function DuplicateButton({ name, onDuplicate, busy }: DuplicateButtonProps) {
  return (
    <IconButton label={`Duplicar ${name}`} icon={<Copy />} disabled={busy} onClick={onDuplicate} />
  );
}

export type DeleteButtonProps = {
  name: string;
  /** The specified question: 'Tem certeza que deseja excluir este produto?' */
  question: string;
  onDelete: () => void;
  busy: boolean;
};

export function DeleteButton({ name, question, onDelete, busy }: DeleteButtonProps) {
  async function ask() {
    if (!(await confirm({ message: question, detail: name, action: 'Excluir' }))) return;
    onDelete();
    // The row is about to go and would take the focus with it.
    document.getElementById('conteudo')?.focus({ preventScroll: true });
  }
  return (
    <IconButton
      label={`Excluir ${name}`}
      icon={<Trash2 />}
      tone="danger"
      disabled={busy}
      onClick={() => void ask()}
    />
  );
}

export type DeleteRecordProps<Id> = Pick<DeleteButtonProps, 'name' | 'question'> & {
  id: Id;
  mutation: UseMutationOptions<void, Error, Id>;
};

/** The delete button of a row with its mutation, whose meta says what follows. */
export function DeleteRecord<Id>({ id, mutation, ...button }: DeleteRecordProps<Id>) {
  const { mutate, isPending } = useMutation(mutation);
  return <DeleteButton {...button} busy={isPending} onDelete={() => mutate(id)} />;
}

export type ActionsCellProps<Id> = DeleteRecordProps<Id> & {
  /** The address of the row's form. */
  edit: string;
  /** Further actions, between editing and deleting. */
  children?: ReactNode;
};

/** The last cell of a row: edit, whatever else may be done, delete. */
export function ActionsCell<Id>({ edit, children, ...deletion }: ActionsCellProps<Id>) {
  return (
    <Cell place="actions">
      <RowActions>
        <EditLink to={edit} name={deletion.name} />
        {children}
        <DeleteRecord {...deletion} />
      </RowActions>
    </Cell>
  );
}
