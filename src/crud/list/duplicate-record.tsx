import { useMutation } from '@tanstack/react-query';
import type { UseMutationOptions } from '@tanstack/react-query';
import { editAddress } from '../area.ts';
import type { Area } from '../area.ts';
import { markRow } from './marked-row.ts';
import { DuplicateButton } from './row-actions.tsx';

export type DuplicateRecordProps<Id extends string | number, Copy extends { id: Id }> = {
  area: Pick<Area, 'edit'>;
  id: Id;
  name: string;
  /** Answers the copy; its meta offers to open it. */
  mutation: UseMutationOptions<Copy, Error, Id>;
};

/** 'Duplicar' in a row: one copy at a time, whose own row is marked and brought into sight. */
export function DuplicateRecord<Id extends string | number, Copy extends { id: Id }>({
  area,
  id,
  name,
  mutation,
}: DuplicateRecordProps<Id, Copy>) {
  const { mutate, isPending } = useMutation(mutation);
  function duplicate() {
    mutate(id, { onSuccess: (copy) => markRow(editAddress(area, copy.id)) });
  }
  return <DuplicateButton name={name} busy={isPending} onDuplicate={duplicate} />;
}
