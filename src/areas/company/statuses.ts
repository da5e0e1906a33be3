/** The statuses of distribuidores and parceiros. */
export const statuses = ['Pendente', 'Ativo', 'Inativo'] as const;
