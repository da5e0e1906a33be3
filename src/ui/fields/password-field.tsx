import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useState } from 'react';
import { IconButton } from '../button.tsx';
import { controlClass } from './control-class.ts';
import { Field, splitFieldProps } from './field.tsx';
import type { TextFieldProps } from './text-field.tsx';

/** A password input with a button that shows the text. */
export function PasswordField(props: TextFieldProps) {
  const { field, control } = splitFieldProps(props);
  const [visible, setVisible] = useState(false);
  return (
    <Field {...field}>
      {(tied) => (
        <div className="relative">
          <input
            {...control}
            {...tied}
            type={visible ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={`${controlClass} pr-10`}
          />
          <IconButton
            label={visible ? 'Ocultar texto' : 'Mostrar texto'}
            aria-pressed={visible}
            aria-controls={tied.id}
            icon={visible ? <EyeOff /> : <Eye />}
            className="absolute top-1/2 right-1 -translate-y-1/2"
            disabled={control.disabled}
            onClick={() => setVisible(!visible)}
          />
        </div>
      )}
    </Field>
  );
}
