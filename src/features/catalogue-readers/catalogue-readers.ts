/** The audiences, which are columns of public.catalogue_readers, with their labels. */
export const audienceLabels = {
  todos: 'O que é para todos',
  menu_parceiros: 'Menu de Parceiros',
  catalogo_distribuidores: 'Catálogo de Distribuidores',
} as const;

export const audienceHints = {
  todos: 'Para o site e outras páginas públicas.',
  menu_parceiros: 'Além do que é para todos, o que é para parceiros.',
  catalogo_distribuidores: 'Além do que é para todos, o que é para distribuidores.',
} as const;

/** The choices for the callers who may read the records of an audience, with their labels. */
export const readerChoices = {
  ninguem: 'Ninguém',
  quem_entrou: 'Usuários do painel',
  todos: 'Qualquer pessoa, sem senha',
} as const;
