import { UndoQuestions } from './undo-questions.tsx';
import { useAsked } from './undo.ts';

/** Rendered once, by the application: the place where an undo asks. */
export function UndoHost() {
  const asked = useAsked();
  return asked ? <UndoQuestions key={asked.conflicts[0]?.key} asked={asked} /> : null;
}
