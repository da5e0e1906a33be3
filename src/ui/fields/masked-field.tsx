import type { ChangeEvent } from 'react';
import { TextField } from './text-field.tsx';
import type { TextFieldProps } from './text-field.tsx';

export type MaskedFieldProps = TextFieldProps & {
  /** Puts what was typed into its form; it may drop characters and add punctuation. */
  mask: (typed: string) => string;
};

/** A text box that punctuates while one types, wherever in the text one does. */
export function MaskedField({ mask, onChange, ...field }: MaskedFieldProps) {
  function maskAndTell(event: ChangeEvent<HTMLInputElement>) {
    applyMask(event.target, mask);
    onChange?.(event);
  }
  return <TextField autoComplete="off" {...field} onChange={maskAndTell} />;
}

function applyMask(input: HTMLInputElement, mask: (typed: string) => string) {
  const { value, selectionStart } = input;
  const masked = mask(value);
  if (masked === value) return;
  input.value = masked;
  // Written by code, the text sends the caret to its end: back behind the character just typed.
  const typedBefore = lettersAndDigits(value.slice(0, selectionStart ?? value.length));
  let caret = 0;
  while (caret < masked.length && lettersAndDigits(masked.slice(0, caret)) < typedBefore)
    caret += 1;
  input.setSelectionRange(caret, caret);
}

function lettersAndDigits(text: string): number {
  return text.replace(/[^0-9a-z]/gi, '').length;
}
