export type SpinnerProps = {
  size?: 'sm' | 'md' | 'lg';
  /** The text for screen readers. Without a label, screen readers ignore the spinner. */
  label?: string;
};

export function Spinner({ size = 'md', label }: SpinnerProps) {
  const ring = (
    <span
      aria-hidden="true"
      className={`inline-block shrink-0 animate-spin rounded-full border-2 border-current border-r-transparent ${sizes[size]}`}
    />
  );
  if (!label) return ring;
  return (
    <span role="status" aria-label={label} className="inline-flex text-accent">
      {ring}
    </span>
  );
}

const sizes = { sm: 'size-4', md: 'size-6', lg: 'size-8' };

type AreaProps = Pick<SpinnerProps, 'label'> & { className?: string };

/** A spinner in the centre of the area whose content is loading. */
export function CenteredSpinner({ label = 'Carregando...', className = 'min-h-64' }: AreaProps) {
  return (
    <div className={`flex items-center justify-center ${className}`}>
      <Spinner size="lg" label={label} />
    </div>
  );
}
