import type { ChangeEvent } from 'react';
import { TextField } from './text-field.tsx';
import type { TextFieldProps } from './text-field.tsx';

export type MaskedFieldProps = TextFieldProps & {
  /** Formats the text of the input: can remove characters and add punctuation. */
  mask: (typed: string) => string;
};

/** A text input that formats its value at each change, and keeps the caret in place, also in the middle of the text. */
export function MaskedField({ mask, onChange, ...field }: MaskedFieldProps) {
  function maskAndReport(event: ChangeEvent<HTMLInputElement>) {
    applyMask(event.target, mask);
    onChange?.(event);
  }
  return <TextField autoComplete="off" {...field} onChange={maskAndReport} />;
}

function applyMask(input: HTMLInputElement, mask: (typed: string) => string) {
  const { value, selectionStart } = input;
  const masked = mask(value);
  if (masked === value) return;
  input.value = masked;
  // Setting the value moves the caret to the end. Put the caret back after the same number of letters and digits as
  // before the change.
  const typedBefore = lettersAndDigits(value.slice(0, selectionStart ?? value.length));
  let caret = 0;
  while (caret < masked.length && lettersAndDigits(masked.slice(0, caret)) < typedBefore)
    caret += 1;
  input.setSelectionRange(caret, caret);
}

function lettersAndDigits(text: string): number {
  return text.replace(/[^0-9a-z]/gi, '').length;
}
