import { useMutation } from '@tanstack/react-query';
import type { UseMutationOptions } from '@tanstack/react-query';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Copy from 'lucide-react/icons/copy';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { createContext, use } from 'react';
import type { ReactNode } from 'react';
import { iconButtonClass } from '#ui/button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { confirmDeletion } from '../list/row-commands.ts';

/** Where a form goes on to after a save, if not back to its list. */
export type GoOn = {
  /** An empty form. */
  another?: () => void;
  /** The record that follows in the list. */
  following?: () => void;
};

export type FormMenuProps = GoOn & {
  onSaveThen: (goOn: () => void) => void;
  /** The record is gone: nothing of the form is worth keeping. */
  onDeleted: () => void;
  /** What else may be done with the record: `<MenuItem>`s, a `<DeleteItem>` last. */
  children?: ReactNode;
};

/** '⋯': what may be done with a form beside 'Cancelar' and 'Salvar'. */
export function FormMenu(props: FormMenuProps) {
  const { another, following, onSaveThen, onDeleted, children } = props;
  if (!another && !following && !children) return null;
  return (
    <Menu label="Mais opções" triggerClass={iconButtonClass()} trigger={<Ellipsis />}>
      {following && (
        <MenuItem icon={<ArrowRight />} onSelect={() => onSaveThen(following)}>
          Gravar e abrir o próximo
        </MenuItem>
      )}
      {another && (
        <MenuItem icon={<Plus />} onSelect={() => onSaveThen(another)}>
          Gravar e criar outro
        </MenuItem>
      )}
      <Deleted value={onDeleted}>{children}</Deleted>
    </Menu>
  );
}

/** To be called when the record of the form is gone. */
export const Deleted = createContext(() => {});

export type DuplicateItemProps<Id, Done> = {
  id: Id;
  mutation: UseMutationOptions<Done, Error, Id>;
};

/** Copies the record as it is stored; the form stays. */
export function DuplicateItem<Id, Done>({ id, mutation }: DuplicateItemProps<Id, Done>) {
  const { mutate, isPending } = useMutation(mutation);
  return (
    <MenuItem icon={<Copy />} onSelect={() => !isPending && mutate(id)}>
      Duplicar
    </MenuItem>
  );
}

export type DeleteItemProps<Id, Done> = DuplicateItemProps<Id, Done> & {
  name: string;
};

/** Deletes the record of the form and leaves for the list; the mutation says what is asked and how it went. */
export function DeleteItem<Id, Done>({ id, name, mutation }: DeleteItemProps<Id, Done>) {
  const { mutate } = useMutation(mutation);
  const onDeleted = use(Deleted);
  async function ask() {
    if (await confirmDeletion(mutation, name)) mutate(id, { onSuccess: onDeleted });
  }
  return (
    <MenuItem icon={<Trash2 />} tone="danger" onSelect={() => void ask()}>
      Excluir
    </MenuItem>
  );
}
