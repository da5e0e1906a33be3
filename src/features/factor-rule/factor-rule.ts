/** The column of public.factor_rule with its label: the users who must have a second factor. */
export const factorRuleLabels = { required_of: 'Exigir de' } as const;

export const factorRuleChoices = {
  ninguem: 'Ninguém',
  administradores: 'Administradores',
  todos: 'Todos',
} as const;

export type FactorRule = keyof typeof factorRuleChoices;
