import { QueryClientProvider } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { queryClient } from '#data/query-client.ts';
import { setWordsLoader } from '../words.ts';
import { EntryDescription } from './entry-description.tsx';
import type { HistoryEntry } from './history.queries.ts';

setWordsLoader(async () => ({
  frutas: async () => ({ fields: { nota: { label: 'Nota', article: 'a' } } }),
}));

const blank: HistoryEntry = {
  batch: 1,
  at: new Date().toISOString(),
  actor: 'Ana Souza',
  area: 'frutas',
  record_id: '7',
  kind: 'update',
  title: null,
  undoes: null,
  undone: false,
  undoable: false,
  missing_pictures: [],
  amount: null,
  note: null,
  records: { count: 0, mixed: false },
  changes: [],
};

const cases: [Partial<HistoryEntry>, string][] = [
  [{ kind: 'sign_in' }, 'Ana Souza entrou'],
  [{ kind: 'sign_out' }, 'Ana Souza saiu'],
  [{ kind: 'password' }, 'Ana Souza alterou a senha'],
  [{ kind: 'recovery' }, 'Ana Souza recebeu um e-mail para redefinir a senha'],
  [{ kind: 'failed', amount: 1 }, 'Ana Souza errou a senha'],
  [{ kind: 'failed', amount: 7 }, 'Ana Souza errou a senha 7 vezes'],
  [{ kind: 'refused', amount: 1 }, 'Ana Souza não pôde entrar: errou a senha muitas vezes'],
  [
    { kind: 'refused', title: 'DELETE' },
    'Ana Souza tentou excluir um registro em Caju, sem permissão',
  ],
  [{ kind: 'refused', title: 'RPC' }, 'Ana Souza tentou usar a função Caju, sem permissão'],
  [{ kind: 'export', amount: 90 }, 'Ana Souza exportou Caju'],
  [{ kind: 'read', amount: 250 }, 'Ana Souza consultou Caju, sem exportar'],
  [{ kind: 'export', title: 'Caju' }, 'Ana Souza exportou os dados de Caju'],
  [{ kind: 'anonymise' }, 'Ana Souza anonimizou Caju'],
  [{ kind: 'load', actor: null }, 'O sistema carregou os dados de demonstração'],
  [
    { kind: 'retention', actor: null, amount: 2500 },
    'O sistema apagou do histórico 2.500 alterações antigas',
  ],
  [{ kind: 'insert' }, 'Ana Souza criou Caju'],
  [{ kind: 'insert', undoes: 3 }, 'Ana Souza restaurou Caju'],
  [{ kind: 'delete' }, 'Ana Souza excluiu Caju'],
  [{ kind: 'update', note: { pictures: 3, count: 1 } }, 'Ana Souza incluiu imagens em Caju'],
  [
    { kind: 'update', note: { pictures: 3, count: 1 }, undoes: 3 },
    'Ana Souza desfez a inclusão de imagens em Caju',
  ],
  [
    { kind: 'insert', note: { import: { created: 1, changed: 0 }, count: 1 } },
    'Ana Souza importou Caju',
  ],
  [
    { kind: 'insert', note: { import: { created: 3, changed: 1 }, count: 4 }, undoes: 3 },
    'Ana Souza desfez a importação de Caju',
  ],
  [{ kind: 'delete', note: { bulk: { kind: 'delete' }, count: 12 } }, 'Ana Souza excluiu Caju'],
  [
    { kind: 'insert', note: { bulk: { kind: 'delete' }, count: 12 }, undoes: 3 },
    'Ana Souza restaurou Caju',
  ],
  [
    { kind: 'update', note: { moved: { id: '1', title: 'Verão do Açaí', from: 1, to: 5 } } },
    'Ana Souza moveu Verão do Açaí da posição 1 para a 5',
  ],
  [
    {
      kind: 'update',
      note: { moved: { id: '1', title: 'Verão do Açaí', from: 1, to: 5 } },
      undoes: 3,
    },
    'Ana Souza moveu Verão do Açaí de volta da posição 5 para a 1',
  ],
  [
    { kind: 'update', note: { bulk: { kind: 'set', column: 'nota', value: 'Doce' }, count: 12 } },
    'Ana Souza alterou a nota de Caju para "Doce"',
  ],
  [
    {
      kind: 'update',
      note: { bulk: { kind: 'set', column: 'nota', value: 'Doce' }, count: 12 },
      undoes: 3,
    },
    'Ana Souza desfez a alteração da nota de Caju',
  ],
  [{ kind: 'update', records: { count: 5, mixed: false } }, 'Ana Souza alterou Caju'],
  [{ kind: 'discard' }, 'Ana Souza apagou de vez Caju'],
];

it.each(cases)('describes %j in a Portuguese sentence', async (entry, sentence) => {
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <EntryDescription entry={{ ...blank, ...entry }} names={{}} record="Caju" />
    </QueryClientProvider>,
  );
  // Ignore the time, which follows ' · '.
  const line = () => screen.container.querySelector('p')?.textContent?.split(' · ')[0];
  await expect.poll(line).toBe(sentence);
});

it.each([
  ['update', true],
  ['delete', false],
] as const)('lists the removed pictures of an %s: %s', async (kind, isListed) => {
  const url = 'https://vitrine.exemplo/storage/v1/object/public/product-images/main/a.png';
  const removed = {
    table: 'product_images',
    row_id: '1',
    kind: 'delete',
    before: { url },
    after: null,
  } as const;
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <EntryDescription entry={{ ...blank, kind, changes: [removed] }} names={{}} record="Caju" />
    </QueryClientProvider>,
  );
  expect(screen.container.textContent.includes('Imagens removidas')).toBe(isListed);
});

it.each([
  [
    'in the history of a record that has one of them',
    undefined,
    true,
    '1 valor fora do padrão confirmado.',
  ],
  ['in the history of another record of the batch', undefined, false, ''],
  ['in the activity', '12 frutas', true, '4 valores fora do padrão confirmados.'],
])('counts the confirmed values of a batch %s', async (_where, record, confirmed, note) => {
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <EntryDescription
        entry={{ ...blank, confirmed, note: { confirmed: 4 } }}
        names={{}}
        record={record}
      />
    </QueryClientProvider>,
  );
  expect(screen.container.querySelector('p + p')?.textContent ?? '').toBe(note);
});
