import { Button } from './button.tsx';

export type SaveBarProps = {
  busy: boolean;
  /** Selects the text of `notes` beside the buttons. With 'unchanged', or while `busy`, there is no text. */
  state: 'unchanged' | keyof typeof notes;
  onCancel: () => void;
};

/** The bar at the bottom of a form, always visible, with the buttons 'Cancelar' and 'Salvar'. */
export function SaveBar({ busy, state, onCancel }: SaveBarProps) {
  const isNoted = !busy && state !== 'unchanged';
  return (
    <div
      data-bottom-bar={isNoted ? 'noted' : ''}
      // On a wide screen, align the buttons with the right edge of the fields: a form is at most 72rem wide.
      className="sticky bottom-0 z-10 -mx-4 mt-auto -mb-5 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-surface px-4 py-3 sm:-mx-6 sm:px-6 sm:pr-[max(1.5rem,calc(100%-70.5rem))]"
    >
      {isNoted && (
        <p
          // Beside the buttons, or in a line above them if the window is too narrow for this text.
          className={`min-w-0 flex-1 text-xs text-pretty sm:text-sm ${state === 'changed' ? 'basis-28' : 'basis-56'} ${state === 'failed' ? 'font-medium text-danger' : 'text-muted'}`}
        >
          {notes[state]}
        </p>
      )}
      <div className="flex gap-2">
        <Button onClick={onCancel}>Cancelar</Button>
        <Button
          type="submit"
          variant="primary"
          busy={busy}
          busyLabel="Salvando..."
          title="Salvar (Ctrl+S)"
          aria-keyshortcuts="Control+S"
        >
          Salvar
        </Button>
      </div>
    </div>
  );
}

const notes = {
  changed: 'Alterações não salvas',
  undecided: 'Escolha uma versão para salvar.',
  failed: 'Não foi possível salvar. O que você digitou continua aqui.',
};
