import { useQueryClient } from '@tanstack/react-query';
import type { UseMutationOptions } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { confirm } from '#ui/confirm.tsx';
import { moveFocusBeside } from '#ui/move-focus.ts';
import { editAddress } from '../area.ts';
import type { Area } from '../area.ts';
import { markRow } from './marked-row.ts';
import { forgetRow } from './selection.ts';

/** A mutation of one record by its id; its meta says what is asked before and how it went. */
type Command<Done = unknown> = Pick<UseMutationOptions<Done, Error, never>, 'mutationFn' | 'meta'>;

/** What may be done with the rows of a list, beside opening them. */
export type RowCommands = {
  /** Answers the copy. */
  duplicate?: Command<{ id: string | number }>;
  remove?: Command;
  /** This person may not delete this one, nor change it together with others. */
  keeps?: (id: string | number) => boolean;
  /** This person may only read them. */
  closed?: boolean;
};

export type NamedRow = { id: string | number; name: string };

/** The last copy that was made here, and what of. */
export type CopiedRow = { id: string | number; of: string | number };

/** Does what a row's buttons say, one thing at a time per row: three hasty presses make one copy. */
export function useRowCommands(
  area: Pick<Area, 'edit' | 'path'>,
  { duplicate, remove }: RowCommands,
) {
  const client = useQueryClient();
  const busy = useRef(new Set<NamedRow['id']>());
  const [copied, setCopied] = useState<CopiedRow>();

  async function run<Done>(command: Command<Done>, id: NamedRow['id'], then: (done: Done) => void) {
    if (busy.current.has(id)) return;
    busy.current.add(id);
    const mutation = client.getMutationCache().build<Done, Error, never, unknown>(client, command);
    // The list knows no other type of ids than the command that it belongs to. Failures are said by its meta.
    await mutation.execute(id as never).then(then, () => {});
    busy.current.delete(id);
  }

  return {
    copied,
    duplicate:
      duplicate &&
      (({ id }: NamedRow) =>
        void run(duplicate, id, (copy) => {
          setCopied({ id: copy.id, of: id });
          markRow(copy.id, 'copy');
        })),
    remove:
      remove &&
      (async ({ id, name }: NamedRow) => {
        if (!(await confirmDeletion(remove, name))) return;
        await run(remove, id, () => {
          // The row is about to go and would take the focus with it.
          const link = document.querySelector(`tr a[href="${editAddress(area, id)}"]`);
          const row = link?.closest('tr');
          if (row) moveFocusBeside(row);
          forgetRow(area.path, id);
        });
      }),
  };
}

/** Asks the question that the command's meta has, about the record of this name. */
export function confirmDeletion({ meta }: Command, name: string): Promise<boolean> {
  return confirm({ message: meta?.question ?? '', detail: name, action: 'Excluir' });
}

/**
 * A copy that would stand above what it was made of stands right below it, until the list is asked
 * another question: no row moves away from under the pointer.
 */
export function withCopyBelow<Row extends { id: string | number }>(
  rows: readonly Row[],
  copied: CopiedRow | undefined,
): readonly Row[] {
  const from = rows.findIndex(({ id }) => id === copied?.id);
  const original = rows.findIndex(({ id }) => id === copied?.of);
  const copy = rows[from];
  if (!copy || from > original) return rows;
  return [
    ...rows.slice(0, from),
    ...rows.slice(from + 1, original + 1),
    copy,
    ...rows.slice(original + 1),
  ];
}
