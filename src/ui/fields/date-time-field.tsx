import type { ChangeEvent } from 'react';
import { controlClass } from './control-class.ts';
import { Field, splitFieldProps } from './field.tsx';
import type { TextFieldProps } from './text-field.tsx';

/** A native input for date and time. It reports an incomplete date as 'incompleto', so that the form can refuse it. */
export function DateTimeField(props: TextFieldProps) {
  return (
    <CalendarField type="datetime-local" min="2000-01-01T00:00" max="2099-12-31T23:59" {...props} />
  );
}

/** A native input for a date without a time: '2026-11-30'. It reports an incomplete date as 'incompleto'. */
export function DateField(props: TextFieldProps) {
  return <CalendarField type="date" min="1900-01-01" max="2099-12-31" {...props} />;
}

/** A native input for a date, with or without a time. Pass `min` and `max`: they limit years to four digits. */
function CalendarField({ onBlur, ...props }: TextFieldProps) {
  const { field, control } = splitFieldProps(props);
  // Reports the value. For an incomplete date, `value` is empty, so report 'incompleto' instead. Runs on key up and on
  // blur, because the browser sends no change event for an incomplete date.
  function reportValue({ currentTarget }: { currentTarget: HTMLInputElement }) {
    const { name, value, validity } = currentTarget;
    const target = { name, value: validity.badInput ? 'incompleto' : value };
    // A cast: the change handlers of fields read only the properties `target` and `type` of the event.
    control.onChange?.({ target, type: 'change' } as ChangeEvent<HTMLInputElement>);
  }
  return (
    <Field {...field}>
      {(tied) => (
        <input
          {...control}
          {...tied}
          // Show the focus ring also while the calendar button inside the input has the focus.
          className={`${controlClass} focus-within:outline-2 focus-within:outline-focus`}
          onKeyUp={reportValue}
          onBlur={(event) => {
            onBlur?.(event);
            reportValue(event);
          }}
        />
      )}
    </Field>
  );
}
