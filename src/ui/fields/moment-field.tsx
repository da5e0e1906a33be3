import type { ChangeEvent } from 'react';
import { controlClass } from './control-class.ts';
import { Field } from './field.tsx';
import type { TextFieldProps } from './text-field.tsx';

/** Day and time, in the browser's own box. What was left half filled in is handed on as a text that is no time. */
export function MomentField({ onBlur, ...props }: TextFieldProps) {
  const { label, hint, warning, error, className, ...input } = props;
  // The browser's value of a box without the hour is that of an empty box, and no event tells one from the other.
  function tell({ currentTarget }: { currentTarget: HTMLInputElement }) {
    const { name, value, validity } = currentTarget;
    const target = { name, value: validity.badInput ? 'incompleto' : value };
    // What listens to a change reads no more of it.
    input.onChange?.({ target, type: 'change' } as ChangeEvent<HTMLInputElement>);
  }
  return (
    <Field {...{ label, hint, warning, error, className }} required={input.required}>
      {(control) => (
        <input
          type="datetime-local"
          // Years of four digits.
          min="2000-01-01T00:00"
          max="2099-12-31T23:59"
          {...input}
          {...control}
          // The ring stays while the button of the calendar inside has the focus.
          className={`${controlClass} focus-within:outline-2 focus-within:outline-focus`}
          onKeyUp={tell}
          onBlur={(event) => {
            onBlur?.(event);
            tell(event);
          }}
        />
      )}
    </Field>
  );
}
