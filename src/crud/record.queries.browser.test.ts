import { MutationObserver } from '@tanstack/react-query';
import Apple from 'lucide-react/icons/apple';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#data/query-client.ts';
import type { PanelArea } from './area.ts';
import { parseListParams } from './list-search.ts';
import type { ListParamsDefinition } from './list-search.ts';
import { makeUncheckedRecordQueries, makeRecordQueries } from './record.queries.ts';

vi.mock('#data/authorized-fetch.ts', () => ({
  authorizedFetch: (input: string, init: RequestInit) => fetch(input, init),
}));

// `lojas` is an area without queries of its own.

const lojas = {
  table: 'parceiros',
  path: '/lojas',
  add: '/lojas/nova',
  edit: '/lojas/editar/$id',
  title: 'Lojas',
  one: 'Loja',
  adding: 'Nova Loja',
  count: ['loja', 'lojas'],
  icon: Apple,
  group: 'catalogue',
  place: 10,
  opens: 'read',
  labels: { name: 'Nome' },
  search: { sort: ['name'], filters: { cidade: 'text' } },
  columns: 'name, cidade, status',
  listed: 'name, cidade',
  list: async () => ({}),
  form: async () => ({}),
  words: async () => ({}),
} as const satisfies PanelArea;

const { list, one, save, remove } = makeRecordQueries(lojas);
const id = '5b5ff0f5-6d3f-4b87-8f0a-8c8e0b7a3a11';

beforeEach(() => queryClient.clear());
afterEach(() => vi.restoreAllMocks());

it('the query of the list selects the columns of the list, and sends the filters that the URL sets', async () => {
  const fetch = platformAnswers([{ id, name: 'Sol', cidade: 'Rio', version: 1 }]);
  const params = { ...parseListParams(lojas), cidade: 'Rio' };
  const page = await queryClient.fetchQuery(list(params));
  expect(page.rows).toMatchObject([{ name: 'Sol' }]);
  const query = sentTo(fetch);
  expect(query.get('select')).toBe('id,name,cidade,version');
  expect(query.get('cidade')).toBe('eq.Rio');
  expect(query.get('order')).toBe('name.asc,id.asc');
  await queryClient.fetchQuery(list(parseListParams(lojas)));
  expect(sentTo(fetch).has('cidade')).toBe(false);
});

it('reads the list of any of several areas by its columns', async () => {
  const fetch = platformAnswers([]);
  const avisos = {
    ...lojas,
    table: 'notificacoes',
    search: { sort: ['titulo'], filters: { tipo: 'text' } },
    columns: 'titulo, tipo',
    listed: 'titulo',
  } as const satisfies PanelArea;
  const selected: (string | null)[] = [];
  for (const area of [lojas, avisos]) {
    const ofArea = makeUncheckedRecordQueries<
      'parceiros' | 'notificacoes',
      string,
      ListParamsDefinition,
      string
    >(area);
    await queryClient.fetchQuery(ofArea.list(parseListParams(area)));
    selected.push(sentTo(fetch).get('select'));
  }
  expect(selected).toEqual(['id,name,cidade,version', 'id,titulo,version']);
});

it('may compare another column with a filter, and have texts of its own', async () => {
  const fetch = platformAnswers([]);
  const own = makeRecordQueries(
    { ...lojas },
    {
      filters: { cidade: (query) => query.is('logo_url', null) },
      save: { missing: 'Sumiu.', created: '' },
    },
  );
  await queryClient.fetchQuery(own.list({ ...parseListParams(lojas), cidade: 'Rio' }));
  expect(sentTo(fetch).get('logo_url')).toBe('is.null');
  expect(sentTo(fetch).has('cidade')).toBe(false);
  const saved = { status: 'saved', listed: { id, version: 1 } } as never;
  const { success, failure } = own.save.meta ?? {};
  expect(typeof success === 'function' && success(saved, { stored: undefined } as never)).toBe('');
  expect(failure?.('Caiu.', new Error(), undefined as never)).toBe('Falha ao salvar loja: Caiu.');
});

it('reads all columns of one record', async () => {
  const fetch = platformAnswers({ id, name: 'Sol', cidade: null, status: 'Ativo', version: 1 });
  expect(await one.now(id)).toMatchObject({ status: 'Ativo' });
  expect(sentTo(fetch).get('select')).toBe('id,name,cidade,status,version');
});

it('words its messages in the gender of the area', () => {
  expect(remove.meta).toMatchObject({
    question: 'Tem certeza que deseja excluir esta loja?',
    success: 'Loja excluída com sucesso!',
  });
  expect(remove.meta?.together?.([1, 2] as never[])).toBe('2 lojas excluídas');
  const saved = { status: 'saved', listed: { id, version: 1 } } as never;
  expect(textOf({ stored: undefined })).toBe('Loja criada com sucesso!');
  expect(textOf({ stored: { id, version: 1 } })).toBe('Loja atualizada com sucesso!');
  function textOf(saving: object) {
    const success = save.meta?.success;
    return typeof success === 'function' ? success(saved, saving as never) : success;
  }
});

it('returns the same commands to each page: messages of one command are shown together', () => {
  expect(makeRecordQueries(lojas).remove).toBe(remove);
});

it.each([
  ['its own deletion', [[{ logo_url: null }]], true],
  ['its own deletion, whose response was lost', ['lost', [], { entries: [] }], true],
  ['that of another user, who was faster', [[], {}], false],
])('offers the undo of %s: %j, %s', async (_whose, answers, isOffered) => {
  const fetch = vi.spyOn(globalThis, 'fetch');
  for (const answer of answers)
    if (answer === 'lost') fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    else fetch.mockResolvedValueOnce(Response.json(answer));
  const deletion = new MutationObserver(queryClient, remove);
  const attempt = () => deletion.mutate(id);
  const end = await (answers[0] === 'lost' ? attempt().catch(attempt) : attempt());
  expect(remove.meta?.undo?.(end as never, id as never)).toEqual(
    isOffered ? { table: 'parceiros', id } : undefined,
  );
});

function platformAnswers(rows: unknown) {
  const headers = { 'content-type': 'application/json', 'content-range': '0-0/1' };
  return vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => new Response(JSON.stringify(rows), { headers }));
}

/** Returns the search parameters of the last request. */
function sentTo(fetch: ReturnType<typeof platformAnswers>): URLSearchParams {
  const [input] = fetch.mock.lastCall ?? [''];
  return new URL(input instanceof Request ? input.url : input).searchParams;
}
