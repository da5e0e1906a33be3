import type { ReactNode } from 'react';

export type PictureFieldFrameProps = {
  id: string;
  label: string;
  hint?: string;
  error?: string;
  /** Renders the field. The argument has the attributes that connect the file input to its label, hint and error. */
  children: (described: {
    id: string;
    describedBy: string | undefined;
    invalid: boolean;
  }) => ReactNode;
};

/** The label, hint and error around a field for pictures. */
export function PictureFieldFrame({ id, label, hint, error, children }: PictureFieldFrameProps) {
  const describedBy =
    [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="-mt-1 mb-1 text-xs text-muted">
          {hint}
        </p>
      )}
      {children({ id, describedBy, invalid: !!error })}
      {error && (
        <p
          id={`${id}-error`}
          role="alert"
          className="mt-1 max-w-prose text-xs whitespace-pre-line text-danger"
        >
          {error}
        </p>
      )}
    </div>
  );
}
