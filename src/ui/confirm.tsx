import { useId, useState, useSyncExternalStore } from 'react';
import { createStore } from '#lib/create-store.ts';
import { onUserChange } from '#lib/user-change.ts';
import { Button } from './button.tsx';
import { lazyComponent } from './lazy-component.tsx';
import { openModal } from './modal-dialogs.ts';

export type ConfirmationQuestion = {
  message: string;
  /** A second line, in a muted colour: for example, the name of the record, or the effect of the action. */
  detail?: string;
  /** The text of the confirming button, e.g. 'Excluir'. */
  action: string;
  tone?: 'danger' | 'primary';
  /** For a dangerous action: the label of an input, and a function that checks the text which the user enters there. */
  typed?: { label: string; is: (typed: string) => boolean };
};

/**
 * Asks the question in a modal dialog. Resolves with true only if the user chooses the action. An earlier question that
 * is still open resolves with false, because only one dialog is shown.
 */
export function askConfirmation(question: ConfirmationQuestion): Promise<boolean> {
  pending.get()?.answer(false);
  return new Promise((resolve) => {
    pending.set({ question, answer: (yes) => (pending.set(undefined), resolve(yes)) });
  });
}

/** The dialog of the question that is open, if there is one. The application renders this component once. */
export function ConfirmDialogHost() {
  const current = useSyncExternalStore(pending.subscribe, pending.get);
  return current ? <ConfirmDialog key={current.question.message} {...current} /> : null;
}

function ConfirmDialog({ question, answer }: Pending) {
  const messageId = useId();
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  function agree() {
    if (question.typed && !question.typed.is(typed)) return setWrong(true);
    answer(true);
  }
  return (
    <dialog
      ref={openModal}
      role="alertdialog"
      aria-label="Confirmação"
      aria-describedby={messageId}
      className="appear m-auto w-[calc(100vw-2rem)] max-w-sm rounded-card border border-line bg-surface text-ink shadow-floating"
      onCancel={(event) => (event.preventDefault(), answer(false))}
    >
      <div id={messageId} className="px-5 py-5 text-base">
        <p>{question.message}</p>
        {question.detail && (
          <p className="mt-1 text-sm wrap-anywhere text-muted">{question.detail}</p>
        )}
      </div>
      {question.typed && (
        <TypedConfirmation
          label={question.typed.label}
          value={typed}
          isWrong={isWrong}
          onChange={(next) => {
            setTyped(next);
            setWrong(false);
          }}
          onEnter={agree}
        />
      )}
      <div className="flex justify-end gap-2 max-sm:*:flex-1 border-t border-line bg-canvas px-5 py-3">
        {/* Focus 'Cancelar', unless there is an input to focus: an accidental Enter must not delete anything. */}
        <Button autoFocus={!question.typed} onClick={() => answer(false)}>
          Cancelar
        </Button>
        <Button variant={question.tone ?? 'danger'} onClick={agree}>
          {question.action}
        </Button>
      </div>
    </dialog>
  );
}

const TypedConfirmation = lazyComponent(
  async () => (await import('./confirmation-input.tsx')).ConfirmationInput,
  'used',
);

type Pending = { question: ConfirmationQuestion; answer: (yes: boolean) => void };

const pending = createStore<Pending | undefined>(undefined);

onUserChange(() => pending.get()?.answer(false));
