import { useSyncExternalStore } from 'react';
import { shared } from '#lib/shared.ts';
import { onUserChange } from '#lib/user-change.ts';
import type { Choice, ConflictQuestion, OpenConflict } from './conflict-dialog.tsx';
import { lazyComponent } from './lazy-component.tsx';

/** Asks in a modal dialog which versions to keep. Several questions are shown one after the other. */
export function askConflict(question: ConflictQuestion): Promise<Choice> {
  return new Promise((resolve) => {
    const open: OpenConflict = {
      ...question,
      number: (conflictCount += 1),
      onAnswer(choice) {
        waiting.set(waiting.get().filter((each) => each !== open));
        resolve(choice);
      },
    };
    waiting.set([...waiting.get(), open]);
  });
}

/** The first open question. */
export function useOpenConflict(): OpenConflict | undefined {
  return useSyncExternalStore(waiting.subscribe, waiting.get)[0];
}

/** Closes all questions without a choice. */
export function dropConflicts() {
  for (const { onAnswer } of waiting.get()) onAnswer(undefined);
}

/** Rendered once, by the application: shows the questions. */
export function ConflictHost() {
  const open = useOpenConflict();
  // The key resets the choices of the dialog for each question.
  return open ? <ConflictDialog key={open.number} {...open} /> : null;
}

// Lazy: needed only when two users save at the same time.
const ConflictDialog = lazyComponent(
  async () => (await import('./conflict-dialog.tsx')).ConflictDialog,
);

let conflictCount = 0;
const waiting = shared<readonly OpenConflict[]>([]);

onUserChange(dropConflicts);
