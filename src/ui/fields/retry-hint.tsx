/** Shown under a field whose choices failed to load. */
export function RetryHint({ onRetry }: { onRetry: () => void }) {
  return (
    <button type="button" className="text-accent underline" onClick={onRetry}>
      Tentar novamente
    </button>
  );
}
