import { Button } from './button.tsx';

/** The end of a form, always in sight: leave it or save it. */
export function ActionBar({ busy, onCancel }: { busy: boolean; onCancel: () => void }) {
  return (
    <div
      data-bottom-bar
      // On a wide screen the buttons end where the fields do, at 72rem.
      className="sticky bottom-0 z-10 -mx-4 mt-auto -mb-5 flex justify-end gap-2 border-t border-line bg-surface px-4 py-3 sm:-mx-6 sm:px-6 sm:pr-[max(1.5rem,calc(100%-70.5rem))]"
    >
      <Button onClick={onCancel}>Cancelar</Button>
      <Button type="submit" variant="primary" busy={busy} title="Salvar (Ctrl+S)">
        {busy ? 'Salvando...' : 'Salvar'}
      </Button>
    </div>
  );
}
