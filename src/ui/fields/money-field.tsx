import type { FocusEvent } from 'react';
import { formatMoneyInput, parseMoney } from '#lib/money.ts';
import { controlClass } from './control-class.ts';
import { Field, splitFieldProps } from './field.tsx';
import type { TextFieldProps } from './text-field.tsx';

/** An input for an amount in reais. On blur, it formats the amount as '1.234,00'. */
export function MoneyField({ onBlur, ...props }: TextFieldProps) {
  const { field, control } = splitFieldProps(props);
  function formatOnBlur(event: FocusEvent<HTMLInputElement>) {
    const amount = parseMoney(event.target.value);
    const tidy = amount === undefined ? event.target.value : formatMoneyInput(amount);
    if (tidy !== event.target.value) {
      event.target.value = tidy;
      // Report the formatted text, so that the same amount in a different notation is not a change.
      control.onChange?.({ ...event, type: 'change' });
    }
    onBlur?.(event);
  }
  return (
    <Field {...field}>
      {(tied) => (
        <div className="relative">
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-muted"
          >
            R$
          </span>
          <input
            type="text"
            inputMode="decimal"
            autoComplete="off"
            placeholder="0,00"
            {...control}
            {...tied}
            className={`${controlClass} pl-10`}
            onBlur={formatOnBlur}
          />
        </div>
      )}
    </Field>
  );
}
