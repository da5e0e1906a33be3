import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pickChangedValues } from '#lib/pick-changed.ts';
import { keysOf } from '#lib/keys-of.ts';
import { FormDialog } from '#ui/dialog.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { QueryStatusDialog } from '#ui/query-dialog.tsx';
import { catalogueReadersQuery, setCatalogueReaders } from './catalogue-readers.queries.ts';
import type { CatalogueReaders } from './catalogue-readers.queries.ts';
import { readerChoices, audienceHints, audienceLabels } from './catalogue-readers.ts';

const title = 'Acesso de outros sistemas';
const audiences = keysOf(audienceLabels);

/** Renders the dialog in which an Administrador sets which readers can read the on-air records of each audience. */
export function CatalogueReadersDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery({ ...catalogueReadersQuery(), staleTime: 0, gcTime: 0 });
  if (query.data) return <ReadersForm readers={query.data} onClose={onClose} />;
  return (
    <QueryStatusDialog title={title} query={query} onClose={onClose}>
      Falha ao carregar o acesso de outros sistemas: {query.error?.message}
    </QueryStatusDialog>
  );
}

function ReadersForm({ readers, onClose }: { readers: CatalogueReaders; onClose: () => void }) {
  const { mutate, isPending } = useMutation(setCatalogueReaders);
  // The values with which the dialog opened: a later response does not change the fields.
  const [seen] = useState(readers);
  return (
    <FormDialog
      title={title}
      action="Aplicar"
      busy={isPending}
      onClose={onClose}
      onSubmit={({ currentTarget }) => {
        const given = new FormData(currentTarget);
        const chosen = audiences.map((audience) => [audience, given.get(audience)]);
        // Cast: the select of each audience always has a value.
        const change = pickChangedValues(seen, Object.fromEntries(chosen) as CatalogueReaders);
        // Send only the changed values: another Administrador may have changed the other values meanwhile.
        if (change) mutate(change, { onSuccess: onClose });
        else onClose();
      }}
    >
      <p className="text-muted">
        Escolha quem pode ler o que está no ar: produtos ativos de categorias ativas, com o preço
        promocional enquanto vale, e banners e notificações ativos, no seu período.
      </p>
      <div className="my-5 grid gap-4">
        {audiences.map((audience) => (
          <SelectField
            key={audience}
            name={audience}
            label={audienceLabels[audience]}
            hint={audienceHints[audience]}
            options={readerChoices}
            defaultValue={seen[audience]}
          />
        ))}
      </div>
      <p className="text-xs text-muted">
        Com "{readerChoices.ninguem}", nem os usuários do painel têm acesso. Com "
        {readerChoices.quem_entrou}", o sistema entra com o e-mail e a senha de um usuário. A chave
        de serviço sempre tem acesso.
      </p>
    </FormDialog>
  );
}
