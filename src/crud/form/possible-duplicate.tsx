import { useQuery } from '@tanstack/react-query';
import ExternalLink from 'lucide-react/icons/external-link';
import type { ReactNode } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { useDebounced } from '#ui/use-debounced.ts';
import { editPath } from '../area.ts';
import type { Area } from '../area.ts';
import { possibleDuplicate } from './possible-duplicate.queries.ts';

/**
 * Returns the `warning` of a field: it names another record with nearly the same value, and links to that record. Null
 * if there is none. No request is sent for the stored value, nor before the user pauses. The warning does not prevent
 * saving.
 */
export function usePossibleDuplicate(
  area: Pick<Area, 'table' | 'edit' | 'count'>,
  field: string,
  ownId: string | undefined,
  words: DuplicateWords,
): ReactNode {
  const { control } = useFormContext<Record<string, string>>();
  const { defaultValues } = useFormState({ control });
  const value = (useWatch({ control, name: field }) ?? '').trim();
  const isSettled = useDebounced(value, 400) === value;
  const isNew = value !== '' && value !== defaultValues?.[field];
  const enabled = isSettled && isNew;
  const { data } = useQuery({ ...possibleDuplicate(area.table, field, value, ownId), enabled });
  if (!enabled || !data) return null;
  const [shared, note] = words(data.detail, data.detail.toLowerCase() === value.toLowerCase());
  return (
    // One element, because the field shows its warning in a flex row, after an icon.
    <span>
      {`Já existe um ${area.count[0]} com ${shared}: `}
      <a
        href={editPath(area, data.id)}
        target="_blank"
        rel="noopener noreferrer"
        className="wrap-anywhere underline"
      >
        {data.name} <ExternalLink className="inline size-3" />
        <span className="sr-only">(abre em outra aba)</span>
      </a>
      {note && ` (${note})`}
    </span>
  );
}

/**
 * Returns the words of a field: the shared value ('este nome'), and a note on the other record. `detail` is that
 * record's second line in the search. `isSame` is true if the entered value equals `detail`, ignoring case.
 */
export type DuplicateWords = (
  detail: string,
  isSame: boolean,
) => readonly [shared: string, note?: string];
