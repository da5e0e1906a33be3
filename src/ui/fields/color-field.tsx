import type { Ref } from 'react';
import { controlClass } from './control-class.ts';
import { Field } from './field.tsx';
import type { SharedFieldProps } from './field.tsx';

export type ColorFieldProps = Pick<SharedFieldProps, 'label' | 'hint' | 'error'> & {
  /** The colour as '#rrggbb', or incomplete input. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
};

/** A field for a colour. The user chooses the colour in the system's palette, or types its code. */
export function ColorField({ label, hint, error, value, onChange, onBlur, ref }: ColorFieldProps) {
  const shown = /^#[0-9a-f]{6}$/i.test(value) ? value : '#000000';
  return (
    <Field {...{ label, hint, error }}>
      {(control) => (
        <div className="flex gap-2">
          <input
            type="color"
            // Do not repeat the label's text: a test that looks for the label must find only the text input.
            aria-label="Escolher na paleta"
            title="Escolher na paleta"
            value={shown}
            className="h-9 max-sm:h-10 w-11 shrink-0 rounded-control border border-control bg-surface p-1"
            onChange={(event) => onChange(event.target.value)}
          />
          <input
            {...control}
            ref={ref}
            type="text"
            value={value}
            maxLength={7}
            autoComplete="off"
            spellCheck={false}
            className={controlClass}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
          />
        </div>
      )}
    </Field>
  );
}
