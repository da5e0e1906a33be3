import { useMutation, useQuery } from '@tanstack/react-query';
import { Dialog, FormDialog } from '#ui/dialog.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { SpinnerArea } from '#ui/spinner.tsx';
import { catalogueReaders, setCatalogueReaders } from './catalogue-readers.queries.ts';
import type { Readers } from './catalogue-readers.queries.ts';
import { choices, hints, label } from './catalogue-readers.ts';

const title = 'Leitura por outros sistemas';

/** For an Administrador: who reads what is on air, from outside the panel. */
export function CatalogueReadersDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery({ ...catalogueReaders(), staleTime: 0, gcTime: 0 });
  if (data) return <ReadersForm readers={data.readers} onClose={onClose} />;
  return (
    <Dialog title={title} onClose={onClose}>
      {error ? (
        <ErrorBox
          onRetry={() => void refetch()}
        >{`Falha ao carregar quem lê o catálogo: ${error.message}`}</ErrorBox>
      ) : (
        <SpinnerArea className="min-h-48" />
      )}
    </Dialog>
  );
}

function ReadersForm({ readers, onClose }: { readers: Readers; onClose: () => void }) {
  const { mutate, isPending } = useMutation(setCatalogueReaders);
  return (
    <FormDialog
      title={title}
      action="Aplicar"
      busy={isPending}
      onClose={onClose}
      onSubmit={({ currentTarget }) => {
        // One of the choices below is always checked.
        const chosen = new FormData(currentTarget).get('readers') as Readers;
        mutate(chosen, { onSuccess: onClose });
      }}
    >
      <p className="mb-4 text-muted">
        Quem poderá ler os produtos e os banners que estão no ar: os ativos, com o preço promocional
        só enquanto vale.
      </p>
      <p className="mb-4 font-medium">
        Por enquanto a leitura está fechada para todos, qualquer que seja a escolha. A escolha fica
        salva e passa a valer quando a leitura for reaberta.
      </p>
      <fieldset className="space-y-3">
        <legend className="mb-2 font-medium">{label}</legend>
        {Object.entries(choices).map(([value, name]) => (
          <label key={value} className="flex items-start gap-2.5">
            <input
              type="radio"
              name="readers"
              value={value}
              className="mt-0.5 size-4 shrink-0 accent-accent"
              defaultChecked={value === readers}
            />
            <span>
              {name}
              <span className="block text-xs text-muted">{hints[value as Readers]}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </FormDialog>
  );
}
