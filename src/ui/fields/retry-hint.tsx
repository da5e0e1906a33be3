/** Under a field whose choices could not be loaded. */
export function RetryHint({ onRetry }: { onRetry: () => void }) {
  return (
    <button type="button" className="text-accent underline" onClick={onRetry}>
      Tentar novamente
    </button>
  );
}
