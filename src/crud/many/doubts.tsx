import { useRef, useState } from 'react';
import { countOf, formatCount } from '#lib/text.ts';
import { TextField } from '#ui/fields/text-field.tsx';

/**
 * The user confirms doubtful rows by typing their number: `field` renders the input; `isConfirmed` checks the input
 * before the work begins, and shows the error.
 */
export function useDoubts(count: number, { count: noun, doubts = anyDoubts }: DoubtWords) {
  const box = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const request = `Digite ${formatCount(count)} para confirmar.`;
  function isConfirmed() {
    if (count === 0 || typed.replaceAll(/[.\s]/g, '') === String(count)) return true;
    setError(request);
    box.current?.focus();
    return false;
  }
  const field = count > 0 && (
    <TextField
      ref={box}
      label={doubts.label}
      warning={`${countOf(count, ...noun)} ${doubts.text}. ${error ? '' : request}`}
      error={error}
      inputMode="numeric"
      autoComplete="off"
      className="max-w-sm"
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        setError(undefined);
      }}
    />
  );
  return { field, isConfirmed };
}

type DoubtWords = {
  count: readonly [one: string, many: string];
  doubts?: Confirmation | undefined;
};

/** The label of the field, and the end of '2 produtos com preço duvidoso'. */
type Confirmation = { label: string; text: string };

const anyDoubts: Confirmation = {
  label: 'Confirme os valores duvidosos',
  text: 'com valor duvidoso',
};

type Columns = Readonly<Record<string, unknown>>;

/** The doubts that an area's rows may have. */
export type Doubts = Confirmation & {
  /** The sentences about the doubts in a row. */
  texts: (doubts: readonly string[], before: Columns, after: Columns) => string[];
};
