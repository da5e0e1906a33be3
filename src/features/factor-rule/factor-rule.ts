/** The label of the column public.factor_rule.required_of, which defines the users who must have a second factor. */
export const factorRuleLabels = { required_of: 'Exigir de' } as const;

export const factorRuleChoices = {
  ninguem: 'Ninguém',
  administradores: 'Administradores',
  todos: 'Todos',
} as const;

export type FactorRule = keyof typeof factorRuleChoices;
