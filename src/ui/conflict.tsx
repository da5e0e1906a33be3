import { useSyncExternalStore } from 'react';
import { createStore } from '#lib/create-store.ts';
import { onUserChange } from '#lib/user-change.ts';
import type {
  ConflictChoice,
  ConflictQuestion,
  PendingConflictQuestion,
} from './conflict-dialog.tsx';
import { lazyComponent } from './lazy-component.tsx';

/** Asks in a modal dialog which versions to keep. If several questions are open, the dialog shows one at a time. */
export function askConflictQuestion(question: ConflictQuestion): Promise<ConflictChoice> {
  return new Promise((resolve) => {
    const open: PendingConflictQuestion = {
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

/** Returns the first open question; undefined if there is none. */
export function useOpenConflictQuestion(): PendingConflictQuestion | undefined {
  return useSyncExternalStore(waiting.subscribe, waiting.get)[0];
}

/** Closes all open questions without a choice: `askConflictQuestion` then resolves with undefined. */
export function closeConflictQuestions() {
  for (const { onAnswer } of waiting.get()) onAnswer(undefined);
}

/** The dialog of the first open question, if there is one. The application renders this component once. */
export function ConflictDialogHost() {
  const open = useOpenConflictQuestion();
  // The key gives each question a new dialog, without the choices of the previous question.
  return open ? <ConflictDialog key={open.number} {...open} /> : null;
}

// Load this code lazily, because only conflicting changes need the dialog.
const ConflictDialog = lazyComponent(
  async () => (await import('./conflict-dialog.tsx')).ConflictDialog,
);

let conflictCount = 0;
const waiting = createStore<readonly PendingConflictQuestion[]>([]);

onUserChange(closeConflictQuestions);
