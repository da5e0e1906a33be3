/** The statuses of distribuidores and parceiros. */
export const companyStatuses = ['Pendente', 'Ativo', 'Inativo'] as const;

/** The labels of the list columns that distribuidores and parceiros share. */
export const companyLabels = {
  picture: 'Foto',
  name: 'Nome',
  email: 'Email',
  phone: 'Telefone',
  address: 'Endereço',
  status: 'Status',
  instagram: 'Instagram',
} as const;

/** The label of the city, which is a field of the form and a filter of the lists. */
export const cityLabel = 'Cidade';
