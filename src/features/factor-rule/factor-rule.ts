/** The column of public.factor_rule, and of whom a second factor is required. */
export const labels = { required_of: 'Exigida de' } as const;

export const choices = {
  ninguem: 'Ninguém',
  administradores: 'Administradores',
  todos: 'Todos',
} as const;

export type RequiredOf = keyof typeof choices;
