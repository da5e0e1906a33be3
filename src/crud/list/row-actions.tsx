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
import { Badge } from '#ui/badge.tsx';
import type { BadgeTone } from '#ui/badge.tsx';
import { fromList } from '../form/leave.ts';
import { useMarkedRow } from './marked-row.ts';

/** What may be done with one row; every name ends with the row's own: 'Editar Açaí'. */
export function RowActions({ children }: { children: ReactNode }) {
  return <div className="flex justify-end gap-0.5 @max-table:*:size-10">{children}</div>;
}

export type EditLinkProps = {
  /** e.g. '/produtos/editar/1'. */
  to: string;
  name: string;
};

export function EditLink({ to, name }: EditLinkProps) {
  const label = `Editar ${name}`;
  return (
    <Link to={to} state={fromList} aria-label={label} title={label} className={iconButtonClass()}>
      <Pencil />
    </Link>
  );
}

/** The link on the main cell of a row. */
export function RowLink({ to, name }: EditLinkProps) {
  return (
    <Link
      ref={useMarkedRow(to)}
      to={to}
      state={fromList}
      className="rounded-sm font-medium hover:text-accent hover:underline"
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

type DeleteButtonProps = {
  name: string;
  /** The specified question: 'Tem certeza que deseja excluir este produto?' */
  question: string;
  onDelete: () => void;
  busy: boolean;
};

function DeleteButton({ name, question, onDelete, busy }: DeleteButtonProps) {
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

export type DeleteRecordProps<Id, Done = unknown> = Pick<DeleteButtonProps, 'name' | 'question'> & {
  id: Id;
  mutation: UseMutationOptions<Done, Error, Id>;
};

/** The delete button of a row with its mutation, whose meta says what follows. */
export function DeleteRecord<Id, Done>({ id, mutation, ...button }: DeleteRecordProps<Id, Done>) {
  const { mutate, isPending } = useMutation(mutation);
  return <DeleteButton {...button} busy={isPending} onDelete={() => mutate(id)} />;
}

export type ActionsCellProps<Id, Done = unknown> = DeleteRecordProps<Id, Done> & {
  /** The address of the row's form. */
  edit: string;
  /** Further actions, between editing and deleting. */
  children?: ReactNode;
};

/** The last cell of a row: edit, whatever else may be done, delete. */
export function ActionsCell<Id, Done>({ edit, children, ...deletion }: ActionsCellProps<Id, Done>) {
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

/** A status in the list: green while in use, amber while someone has to decide, grey otherwise. */
export function StatusBadge({ children }: { children: string }) {
  return <Badge tone={tones[children]}>{children}</Badge>;
}

const tones: Record<string, BadgeTone> = { Ativo: 'green', Ativa: 'green', Pendente: 'amber' };
