import { useRef, useState } from 'react';
import { countOf, formatCount } from '#lib/text.ts';
import { TextField } from '#ui/fields/text-field.tsx';

/**
 * The user confirms doubtful rows by typing their number: `field` renders the input; `isConfirmed` checks the input
 * before the work begins, and shows the error.
 */
export function useDoubts(count: number, { count: noun, doubts = priceDoubts }: DoubtWords) {
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
  /** The texts of the confirmation; by default those about prices. */
  doubts?: { label: string; text: string };
};

const priceDoubts = { label: 'Confirme os preços duvidosos', text: 'com preço duvidoso' };

type Columns = Readonly<Record<string, unknown>>;

/** The sentences of an area about the doubts in a row. */
export type DoubtTexts = (doubts: readonly string[], before: Columns, after: Columns) => string[];
