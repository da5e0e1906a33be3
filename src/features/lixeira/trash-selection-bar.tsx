import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { formatCountInGender } from '#crud/area.ts';
import { formatCount } from '#lib/text.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { discardRecords, nounsOfRows, restoreRecords } from './trash-actions.ts';
import type { TrashSelection } from './use-trash-selection.ts';

/** Renders the number of selected records and their commands, at the bottom of the window. */
export function TrashSelectionBar({ chosen }: { chosen: TrashSelection }) {
  const rows = [...chosen.rows.values()];
  const [running, setRunning] = useState<{ done: number; stop: () => void }>();
  const mayDiscard = rows.every((row) => row.mayDiscard);
  const text = formatCountInGender(nounsOfRows(rows), rows.length, 'selecionado', 'selecionados');
  function end() {
    chosen.remove(rows);
    // Focus the page, because this bar contains the focus and unmounts: otherwise the focus would be lost.
    document.getElementById('conteudo')?.focus({ preventScroll: true });
  }
  async function run(work: typeof restoreRecords) {
    const stopping = new AbortController();
    const stop = () => stopping.abort();
    const onStep = (done: number) => done < rows.length && setRunning({ done, stop });
    const again = () => void run(work);
    const isDone = await work(rows, again, { onStep, signal: stopping.signal });
    setRunning(undefined);
    if (isDone) end();
  }
  return (
    <>
      <p role="status" className="sr-only">
        {rows.length > 0 && text}
      </p>
      {rows.length > 0 && (
        <section
          aria-label="Seleção"
          data-selection-bar
          className="appear sticky bottom-4 z-20 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-card border border-line bg-surface py-2 pr-2 pl-4 shadow-floating max-md:bottom-[calc(4rem+env(safe-area-inset-bottom))] max-sm:w-full"
        >
          <p className="mr-auto py-1 font-semibold max-sm:w-full">
            {running ? `${formatCount(running.done)} de ${formatCount(rows.length)}…` : text}
          </p>
          {running ? (
            <Button size="sm" onClick={running.stop}>
              Parar
            </Button>
          ) : (
            <>
              <Button size="sm" onClick={() => void run(restoreRecords)}>
                Restaurar
              </Button>
              {mayDiscard ? (
                <Button size="sm" variant="ghost" onClick={() => void run(discardRecords)}>
                  Apagar de vez
                </Button>
              ) : (
                <span className="max-w-56 text-xs text-muted">
                  Só um Administrador apaga de vez o que outra pessoa excluiu.
                </span>
              )}
              <IconButton
                label="Desmarcar tudo"
                icon={<X />}
                className="max-sm:absolute max-sm:top-2 max-sm:right-2"
                onClick={end}
              />
            </>
          )}
        </section>
      )}
    </>
  );
}
