import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useId } from 'react';
import type { ReactNode } from 'react';

export type ControlAttributes = {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
};

export type FieldProps = {
  label: string;
  /** The text under the control. An error hides a hint that is a string: both could contradict each other. */
  hint?: ReactNode;
  /**
   * An amber text: the value is valid but unusual. Pass null, not undefined, while there is no warning: the live region
   * must exist before its first text, or screen readers do not announce the text.
   */
  warning?: ReactNode;
  error?: string;
  /** The text at the end of the label's line, e.g. '12/30'. */
  counter?: ReactNode;
  /** Whether the label has a star. `Field` does not validate: the control and the schema do. */
  required?: boolean;
  className?: string;
  /**
   * Renders the control. Spread the argument on the element of the control, to connect the control with the label and
   * the other texts.
   */
  children: (control: ControlAttributes) => ReactNode;
};

/** The properties that a component with one control passes to its `Field`, besides `required`. */
export type SharedFieldProps = Omit<FieldProps, 'required' | 'children'>;

export function Field({ label, warning, error, counter, required, ...props }: FieldProps) {
  const { hint: given, className, children } = props;
  const id = useId();
  const hint = error && typeof given === 'string' ? undefined : given;
  const described = Object.entries({ error, warning, hint, counter })
    .filter(([, shown]) => Boolean(shown))
    .map(([part]) => `${id}-${part}`)
    .join(' ');
  return (
    <div className={`min-w-0 ${className ?? ''}`}>
      <div className="mb-1 flex items-baseline justify-between gap-3">
        {/* CSS renders the star with an empty alternative text, so that the accessible name is only the label. */}
        <label
          htmlFor={id}
          className={`font-medium ${required ? "after:ml-0.5 after:text-danger after:content-['*'/'']" : ''}`}
        >
          {label}
        </label>
        {counter && (
          <span id={`${id}-counter`} className="text-xs text-muted">
            {counter}
          </span>
        )}
      </div>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && (
        <p id={`${id}-error`} className="mt-1 text-xs text-danger">
          {error}
        </p>
      )}
      {warning !== undefined && (
        <div aria-live="polite">
          {warning && (
            <p id={`${id}-warning`} className="mt-1 flex gap-1.5 text-xs font-medium text-warning">
              <TriangleAlert className="mt-px size-3.5 shrink-0" />
              {warning}
            </p>
          )}
        </div>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-xs text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

/**
 * Splits the properties of a component with one control into those of its `Field` and those of the control. Both parts
 * contain `required`.
 */
export function splitFieldProps<Props extends SharedFieldProps & { required?: boolean }>(
  props: Props,
) {
  const { label, hint, warning, error, counter, className, ...control } = props;
  const { required } = control;
  return { field: { label, hint, warning, error, counter, className, required }, control };
}
