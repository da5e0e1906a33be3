/** What the column of public.catalogue_readers is called, and its choices. */
export const label = 'Quem lê o que está no ar';

export const choices = {
  ninguem: 'Ninguém',
  quem_entrou: 'Quem entrou',
  todos: 'Todos (público)',
} as const;

export const hints = {
  ninguem: 'Nenhum sistema lê o catálogo, a não ser com a chave de serviço.',
  quem_entrou: 'Com o e-mail e a senha de um usuário do painel. Lê também o que é restrito.',
  todos:
    'Também sem entrar: qualquer pessoa na internet. Sem entrar, só se lê o que é visível para todos.',
} as const;
