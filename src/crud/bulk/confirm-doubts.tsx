import { useRef, useState } from 'react';
import { countOf, formatCount } from '#lib/text.ts';
import { TextField } from '#ui/fields/text-field.tsx';

/**
 * Doubtful prices are confirmed by typing how many there are: `field` asks for it, and before the work begins
 * `isConfirmed` says whether it was done, and beside the field that it was not.
 */
export function useDoubts(count: number, noun: readonly [one: string, many: string]) {
  const box = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  function isConfirmed() {
    if (count === 0 || typed.replaceAll(/[.\s]/g, '') === String(count)) return true;
    setError(`Digite ${formatCount(count)} para confirmar.`);
    box.current?.focus();
    return false;
  }
  const field = count > 0 && (
    <TextField
      ref={box}
      label="Confirme os preços duvidosos"
      warning={`${countOf(count, ...noun)} com preço duvidoso. Confira e digite quantos são.`}
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

/** What is doubtful in the prices of a row. */
export function DoubtNotes({ doubts, texts }: { doubts: readonly string[]; texts: DoubtTexts }) {
  return doubts.map((doubt) => (
    <p key={doubt} className="text-warning">
      {texts[doubt]}
    </p>
  ));
}

/** The words of an area for each doubt. */
export type DoubtTexts = Readonly<Record<string, string>>;
