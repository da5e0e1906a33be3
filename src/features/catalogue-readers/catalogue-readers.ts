/** Label and choices of public.catalogue_readers.readers. Every audience is closed for now, whatever is chosen. */
export const label = 'Quem lê o que está no ar';

export const choices = {
  ninguem: 'Ninguém',
  quem_entrou: 'Usuários do painel',
  todos: 'Todos (público)',
} as const;

export const hints = {
  ninguem: 'Nenhum sistema lê o catálogo, a não ser com a chave de serviço.',
  quem_entrou: 'Um sistema entra com o e-mail e a senha de um usuário. Lê também o que é restrito.',
  todos:
    'Qualquer pessoa na internet, sem senha. O que é restrito, só quem entra como usuário do painel.',
} as const;
