import { mutationOptions, queryOptions, useQuery } from '@tanstack/react-query';
import { rest } from '#data/rest-client.ts';
import { unwrap } from '#data/unwrap.ts';
import { useProfile } from '#features/auth/profile.queries.ts';
import type { FactorRule } from './factor-rule.ts';

/** Returns the query for the rule: which users must have a second factor. */
export function factorRuleQuery() {
  return queryOptions({
    queryKey: ['factor_rule'],
    queryFn: async ({ signal }) => {
      const rule = rest.from('factor_rule').select('required_of');
      return (await unwrap(rule.abortSignal(signal).single())).required_of;
    },
  });
}

/**
 * Returns whether the signed-in user must have a second factor. Returns false while the rule is unknown. If the rule is
 * `administradores`, also returns false while the user's role is unknown.
 */
export function useIsFactorRequired(): boolean {
  const { data: rule } = useQuery(factorRuleQuery());
  const role = useProfile().data?.role;
  return rule === 'todos' || (rule === 'administradores' && role === 'Administrador');
}

export const setFactorRule = mutationOptions({
  mutationFn: (required_of: FactorRule) =>
    unwrap(rest.from('factor_rule').update({ required_of }).eq('id', true).select('id').single()),
  meta: {
    invalidates: [['factor_rule'], ['history']],
    success: 'Exigência da verificação em duas etapas atualizada com sucesso!',
    failure: (message) => `Falha ao atualizar esta configuração: ${message}`,
  },
});
