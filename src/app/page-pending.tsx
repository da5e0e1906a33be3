import { SpinnerArea } from '#ui/spinner.tsx';

export function PagePending() {
  return <SpinnerArea className="min-h-[60dvh]" />;
}
