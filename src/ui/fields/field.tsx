import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useId } from 'react';
import type { ReactNode } from 'react';

export type ControlProps = {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
};

export type FieldProps = {
  label: string;
  /** In words it gives way to an error, lest the two contradict each other. */
  hint?: ReactNode;
  /** Amber: the value is accepted, but is it meant? One that may appear later is null until then: it is announced. */
  warning?: ReactNode;
  error?: string;
  /** e.g. '12/30', at the end of the label's line. */
  counter?: ReactNode;
  /** Marks the label; whether the browser or a schema refuses an empty value is the control's affair. */
  required?: boolean;
  className?: string;
  /** Receives what ties the control to its label, hint and error; spread it on the control. */
  children: (control: ControlProps) => ReactNode;
};

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
        {/* The star is drawn by CSS with an empty spoken text: the label stays exactly its words. */}
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
              <TriangleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" />
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
