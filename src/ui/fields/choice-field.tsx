import type { ReactNode, Ref } from 'react';
import { controlClass } from './control-class.ts';
import { Field } from './field.tsx';
import { areMany, ManyChoices } from './many-choices.tsx';
import { choicePairs, Options } from './options.tsx';
import type { Choices } from './options.tsx';

export type ChoiceFieldProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Undefined while loading. */
  options: Choices | undefined;
  /** The first option, for no value. With `isFixed` it cannot be chosen again. */
  none: { text: string; isFixed?: boolean };
  error?: string;
  hint?: ReactNode;
  required?: boolean;
  className?: string;
  /** Whether this field is focused first in a dialog. */
  isFirst?: boolean;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement & HTMLSelectElement>;
};

/** A choice among any number of texts: a select, or a combobox for more than 50. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { label, error, hint, required, className, options, none, onChange, isFirst, ...rest } =
    props;
  const control = { ...rest, 'data-autofocus': isFirst };
  return (
    <Field {...{ label, hint, error, required, className }}>
      {(tied) =>
        areMany(options) ? (
          <ManyChoices
            {...tied}
            {...control}
            required={required}
            options={choicePairs(options)}
            none={none.text}
            isNoneFixed={none.isFixed}
            onChange={onChange}
          />
        ) : (
          <select
            {...tied}
            {...control}
            required={required}
            className={controlClass}
            onChange={({ target }) => onChange(target.value)}
          >
            <option value="" disabled={none.isFixed}>
              {none.text}
            </option>
            <Options of={options ?? []} />
          </select>
        )
      }
    </Field>
  );
}
