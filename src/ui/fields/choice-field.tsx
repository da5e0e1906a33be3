import type { Ref } from 'react';
import { controlClass } from './control-class.ts';
import { Field, splitFieldProps } from './field.tsx';
import type { SharedFieldProps } from './field.tsx';
import { hasManyChoices, LazyCombobox } from './many-choices.tsx';
import { toChoicePairs, SelectOptions } from './options.tsx';
import type { Choices } from './options.tsx';

export type ChoiceFieldProps = SharedFieldProps & {
  value: string;
  onChange: (value: string) => void;
  /** The choices; undefined while they are loading. */
  options: Choices | undefined;
  /** The first option, which stands for no value. With `isFixed`, the user cannot choose this option. */
  none: { text: string; isFixed?: boolean };
  required?: boolean;
  /** Whether a dialog focuses this field when the dialog opens. */
  isFirst?: boolean;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement & HTMLSelectElement>;
};

/** A field in which the user chooses one of several texts: a select, or a combobox if there are more than 50 texts. */
export function ChoiceField({ options, none, onChange, isFirst, ...props }: ChoiceFieldProps) {
  const { field, control: rest } = splitFieldProps(props);
  const control = { ...rest, 'data-autofocus': isFirst };
  return (
    <Field {...field}>
      {(tied) =>
        hasManyChoices(options) ? (
          <LazyCombobox
            {...tied}
            {...control}
            options={toChoicePairs(options)}
            none={none.text}
            isNoneFixed={none.isFixed}
            onChange={onChange}
          />
        ) : (
          <select
            {...tied}
            {...control}
            className={controlClass}
            onChange={({ target }) => onChange(target.value)}
          >
            <option value="" disabled={none.isFixed}>
              {none.text}
            </option>
            <SelectOptions of={options ?? []} />
          </select>
        )
      }
    </Field>
  );
}
