import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ownFactorsQuery } from '#features/perfil/second-factor.queries.ts';
import { FormDialog } from '#ui/dialog.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { QueryStatusDialog } from '#ui/query-dialog.tsx';
import { factorRuleQuery, setFactorRule } from './factor-rule.queries.ts';
import { factorRuleChoices, factorRuleLabels } from './factor-rule.ts';
import type { FactorRule } from './factor-rule.ts';

const title = 'Exigir verificação em duas etapas';

/** Renders the setting of an Administrador: which users must have a second factor. */
export function FactorRuleDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery({ ...factorRuleQuery(), staleTime: 0, gcTime: 0 });
  if (query.data) return <RuleForm rule={query.data} onClose={onClose} />;
  return (
    <QueryStatusDialog title={title} query={query} onClose={onClose}>
      Falha ao carregar esta configuração: {query.error?.message}
    </QueryStatusDialog>
  );
}

function RuleForm({ rule, onClose }: { rule: FactorRule; onClose: () => void }) {
  const { mutate, isPending } = useMutation(setFactorRule);
  // The value with which the dialog opened: a later response does not change the field.
  const [seen] = useState(rule);
  const { data: factors } = useQuery(ownFactorsQuery());
  return (
    <FormDialog
      title={title}
      action="Aplicar"
      busy={isPending}
      onClose={onClose}
      onSubmit={({ currentTarget }) => {
        // Cast: the select always has a value.
        const chosen = new FormData(currentTarget).get('required_of') as FactorRule;
        // Send only a changed value: another Administrador may have changed the setting meanwhile.
        if (chosen !== seen) mutate(chosen, { onSuccess: onClose });
        else onClose();
      }}
    >
      <p className="text-muted">
        Quem ainda não usa um aplicativo autenticador é levado a ativá-lo ao entrar. Quem está no
        painel sem ele precisa entrar novamente; o que estava digitando não se perde.
      </p>
      <div className="my-5">
        <SelectField
          name="required_of"
          label={factorRuleLabels.required_of}
          options={factorRuleChoices}
          defaultValue={seen}
        />
      </div>
      {factors?.length === 0 && (
        <p className="mb-4">
          Para exigir, você também precisa usar: ative primeiro a sua verificação em duas etapas em{' '}
          <Link to="/perfil" className="font-medium text-accent underline" onClick={onClose}>
            Editar Perfil
          </Link>
          .
        </p>
      )}
      <p className="text-xs text-muted">
        Com "{factorRuleChoices.todos}", um sistema que entra com o e-mail e a senha de um usuário
        deixa de ler o catálogo.
      </p>
    </FormDialog>
  );
}
