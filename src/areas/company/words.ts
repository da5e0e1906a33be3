/** The statuses of distribuidores and parceiros. */
export const statuses = ['Pendente', 'Ativo', 'Inativo'] as const;

/** The labels of the columns that both lists show. */
export const labels = {
  picture: 'Foto',
  name: 'Nome',
  email: 'Email',
  phone: 'Telefone',
  address: 'Endereço',
  status: 'Status',
  instagram: 'Instagram',
} as const;

/** The label of the city, which the lists can be filtered by. */
export const cityLabel = 'Cidade';
