import { useId } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';

export type ProgressPanelProps = {
  what: string;
  /** The completed part, from 0 to 1. */
  done: number;
  onStop?: () => void;
};

/** Renders the progress of a long operation in a card of a page. The button 'Cancelar' calls `onStop`. */
export function ProgressCard(props: ProgressPanelProps) {
  return (
    <Card>
      <ProgressPanel {...props} />
    </Card>
  );
}

/** Renders the progress of a long operation without a card, for a dialog. */
export function ProgressPanel({ what, done, onStop }: ProgressPanelProps) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <div className="min-w-0 flex-1 basis-60">
        <div className="mb-2 flex justify-between gap-3">
          <label htmlFor={id} className="font-medium">
            {what}
          </label>
          <span className="text-muted">{Math.round(done * 100)} %</span>
        </div>
        <ProgressBar id={id} value={done} />
      </div>
      {onStop && <Button onClick={onStop}>Cancelar</Button>}
    </div>
  );
}
