import { useQuery } from '@tanstack/react-query';
import ExternalLink from 'lucide-react/icons/external-link';
import type { ReactNode } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { useDebouncedText } from '#ui/use-debounced.ts';
import { getEditPath } from '../area.ts';
import type { Area } from '../area.ts';
import { possibleDuplicateQuery } from './possible-duplicate.queries.ts';

/**
 * Returns the `warning` of a field: the warning names a different record with nearly the same value, and links to that
 * record. Null if there is no such record, and until the response arrives. The request is debounced by 400 ms, and not
 * sent for an empty field or the stored value. The warning does not prevent a save.
 */
export function useDuplicateWarning(
  area: Pick<Area, 'table' | 'edit' | 'count'>,
  field: string,
  ownId: string | undefined,
  words: DescribeDuplicate,
): ReactNode {
  const { control } = useFormContext<Record<string, string>>();
  const { defaultValues } = useFormState({ control });
  const value = (useWatch({ control, name: field }) ?? '').trim();
  const isSettled = useDebouncedText(value, 400) === value;
  const isNew = value !== '' && value !== defaultValues?.[field];
  const enabled = isSettled && isNew;
  const { data } = useQuery({
    ...possibleDuplicateQuery(area.table, field, value, ownId),
    enabled,
  });
  if (!enabled || !data) return null;
  const [shared, note] = words(data.detail, data.detail.toLowerCase() === value.toLowerCase());
  return (
    // Return one element: the field shows the warning in a flex row, where each text would be an item of its own.
    <span>
      {`Já existe um ${area.count[0]} com ${shared}: `}
      <a
        href={getEditPath(area, data.id)}
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
 * A function that returns the words of a field: `shared` names the shared value ('este nome'), and `note` describes the
 * other record. `detail` is the text below the other record's name in search results. `isSame` is true if the entered
 * value equals `detail`, ignoring case.
 */
export type DescribeDuplicate = (
  detail: string,
  isSame: boolean,
) => readonly [shared: string, note?: string];
