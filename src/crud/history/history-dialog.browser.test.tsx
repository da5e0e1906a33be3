import '../../styles.css';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { rest } from '#data/rest-client.ts';
import { formatMoney } from '#lib/money.ts';
import { findField, openFrutas, simulatedPlatform, resetTestArea } from '../testing/frutas.tsx';
import type { HistoryEntry, RecordChange } from './history.queries.ts';
import { UndoHost } from './undo-host.tsx';
import { setWordsLoader } from '../words.ts';

vi.mock('#data/rest-client.ts', () => ({ rest: { rpc: vi.fn() } }));

/** The batches that the platform returns as the history. */
let storedEntries: HistoryEntry[];
/** Returns the platform's response to every request that is not for the history. */
let answer: () => { data: unknown; error: unknown };
/** The requests that the platform received, without the requests for the history. */
let requests: [name: string, requests: unknown][];
/** The responses with the history wait for this promise. */
let historyGate: Promise<void>;

beforeEach(() => {
  resetTestArea();
  setWordsLoader(async () => ({
    banners: async () => ({
      fields: {
        nome: { label: 'Nome' },
        nota: { label: 'Nota', article: 'a' },
        preco: { label: 'Preço', text: formatMoney },
      },
    }),
  }));
  storedEntries = [
    entry(4, 'Maria', [['preco', 10, 12]], { at: new Date().toISOString() }),
    entry(3, 'João', [
      ['nome', 'Cajá', 'Caju'],
      ['nota', 'Azeda', 'Doce'],
    ]),
    entry(2, null, [['preco', 9, 10]], { undone: true }),
    entry(1, 'Maria', [], { kind: 'insert' }),
  ];
  answer = () => ({ data: { status: 'undone', batch: 9 }, error: null });
  requests = [];
  historyGate = Promise.resolve();
  vi.mocked(rest.rpc).mockImplementation(((name: string, given: { before?: number }) => {
    if (name !== 'record_history') {
      requests.push([name, given]);
      return Promise.resolve(answer());
    }
    const { before = Infinity } = given;
    const entries = storedEntries.filter(({ batch }) => batch < before).slice(0, 20);
    const next = entries.length < 20 ? null : entries.at(-1)?.batch;
    const answered = historyGate.then(() => ({ data: { entries, names: {}, next }, error: null }));
    return Object.assign(answered, { abortSignal: () => answered });
  }) as never); // The mock has only the methods that the history uses
});

function entry(
  batch: number,
  actor: string | null,
  fields: [column: string, from: string | number, to: string | number][],
  more: Partial<HistoryEntry> = {},
): HistoryEntry {
  const change: RecordChange = {
    table: 'banners',
    row_id: '7',
    kind: 'update',
    before: Object.fromEntries(fields.map(([column, from]) => [column, from])),
    after: Object.fromEntries(fields.map(([column, , to]) => [column, to])),
  };
  return {
    batch,
    at: '2026-01-05T14:32:00Z',
    actor,
    area: 'banners',
    record_id: '7',
    kind: 'update',
    title: 'Caju',
    undoes: null,
    note: null,
    undone: false,
    undoable: true,
    amount: null,
    records: { count: 1, mixed: false },
    changes: fields.length > 0 ? [change] : [],
    missing_pictures: [],
    ...more,
  };
}

const line = (index: number) =>
  page.getByRole('list', { name: 'Alterações' }).getByRole('listitem').nth(index);

/** Returns the text of each entry. */
function texts() {
  const entries = document.querySelectorAll('[aria-label="Alterações"] > li');
  return [...entries].map(({ textContent }) => textContent.replaceAll(/\s+/g, ' '));
}

async function openHistory() {
  await openFrutas('/frutas/editar/7', { beside: <UndoHost /> });
  await page.getByRole('button', { name: 'Mais opções' }).click();
  await page.getByRole('menuitem', { name: 'Histórico' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Histórico' })).toBeVisible();
}

describe('the history of a record', () => {
  it('describes its changes in sentences, newest first', async () => {
    await openHistory();
    await expect
      .poll(() => texts()[0])
      .toMatch(/^Maria alterou o preço: de R\$ 10,00 para R\$ 12,00 · (hoje|ontem) às \d\d:\d\d/);
    expect(texts()[1]).toMatch(/^João alterou este registro · 05\/01\/2026 às \d\d:\d\d/);
    expect(texts()[1]).toMatch(/Nome: de "Cajá" para "Caju".*Nota: de "Azeda" para "Doce"/);
    expect(texts()[2]).toMatch(/^O sistema alterou o preço: de R\$ 9,00 .*Desfeito depois\./);
    expect(texts()[3]).toMatch(/^Maria criou este registro/);
  });

  it('shows that there are no changes yet', async () => {
    storedEntries = [];
    await openHistory();
    await expect.element(page.getByText('Este registro ainda não tem alterações.')).toBeVisible();
  });

  it('loads older ones on request', async () => {
    storedEntries = Array.from({ length: 21 }, (_, n) =>
      entry(30 - n, `Pessoa ${n}`, [['preco', n, n + 1]]),
    );
    await openHistory();
    await expect.poll(() => texts().at(-1)).toMatch(/^Pessoa 19 /);
    await page.getByRole('button', { name: 'Mostrar mais antigas' }).click();
    await expect.poll(() => texts().at(-1)).toMatch(/^Pessoa 20 /);
    expect(page.getByRole('button', { name: 'Mostrar mais antigas' }).query()).toBeNull();
  });
});

describe('a change', () => {
  it('is reverted field by field', async () => {
    await openHistory();
    await page.getByRole('button', { name: 'Restaurar Nota: "Azeda"' }).click();
    await expect.element(page.getByText('Campo restaurado.')).toBeVisible();
    expect(requests).toEqual([
      ['restore_record', { area: 'banners', record_id: '7', batch: 3, column_name: 'nota' }],
    ]);
  });

  it('ignores clicks after a restoration until its entry has moved the others', async () => {
    await openHistory();
    await expect.element(line(3)).toBeVisible();
    const { promise, resolve } = Promise.withResolvers<void>();
    historyGate = promise;
    await page.getByRole('button', { name: 'Restaurar Nota: "Azeda"' }).click();
    await expect.element(page.getByText('Campo restaurado.')).toBeVisible();
    const target = page.getByRole('button', { name: 'Restaurar esta versão' }).last().element();
    const isClickable = () => {
      const { left, top } = target.getBoundingClientRect();
      return target.contains(document.elementFromPoint(left + 5, top + 5));
    };
    expect(isClickable()).toBe(false);
    storedEntries = [entry(9, 'Maria', [['nota', 'Doce', 'Azeda']]), ...storedEntries];
    resolve();
    await expect.element(line(4)).toBeVisible();
    await expect.poll(isClickable).toBe(true);
  });

  it('restores the whole record, except to its current state', async () => {
    await openHistory();
    const versions = page.getByRole('button', { name: 'Restaurar esta versão' });
    await expect.element(line(3)).toBeVisible();
    expect(versions.elements()).toHaveLength(3);
    await line(1).getByRole('button', { name: 'Restaurar esta versão' }).click();
    await expect.element(page.getByText('Versão restaurada.')).toBeVisible();
    expect(requests[0]).toEqual([
      'restore_record',
      { area: 'banners', record_id: '7', batch: 3, column_name: undefined },
    ]);
  });

  it('is undone once, for this record alone, and the form shows the result', async () => {
    await openHistory();
    await expect.element(line(3)).toBeVisible();
    const list = page.getByRole('list', { name: 'Alterações' });
    expect(list.getByRole('button', { name: 'Desfazer', exact: true }).elements()).toHaveLength(2);
    answer = () => {
      simulatedPlatform.stored = { ...simulatedPlatform.stored, preco: 10, version: 2 };
      return { data: { status: 'undone', batch: 9 }, error: null };
    };
    await line(0).getByRole('button', { name: 'Desfazer', exact: true }).click();
    await expect.element(page.getByText('Desfeito.')).toBeVisible();
    expect(requests[0]).toMatchObject(['undo_batch', { batch: 4, only_record: '7' }]);
    await page.getByRole('button', { name: 'Fechar', exact: true }).click();
    await expect.element(findField('Preço')).toHaveValue('10,00');
  });

  it('stays when the platform refuses the undo, with a message', async () => {
    await openHistory();
    answer = () => ({
      data: null,
      error: { code: 'P0001', message: 'Este registro foi excluído depois. Restaure-o primeiro.' },
    });
    await page.getByRole('button', { name: 'Restaurar Preço: R$ 10,00' }).click();
    await expect
      .element(
        page.getByText(
          'Não foi possível restaurar: Este registro foi excluído depois. Restaure-o primeiro.',
        ),
      )
      .toBeVisible();
    await expect.element(page.getByRole('dialog', { name: 'Histórico' })).toBeVisible();
  });

  it('shows which pictures cannot be restored', async () => {
    await openHistory();
    answer = () => ({ data: { status: 'undone', batch: 9, lost_pictures: 2 }, error: null });
    await line(1).getByRole('button', { name: 'Restaurar esta versão' }).click();
    await expect
      .element(
        page.getByText(
          '2 imagens não foram restauradas: depois de 30 dias na Lixeira, os arquivos são apagados.',
        ),
      )
      .toBeVisible();
  });
});

it('works with the keyboard alone, and restores the focus', async () => {
  await openFrutas('/frutas/editar/7', { beside: <UndoHost /> });
  const menu = page.getByRole('button', { name: 'Mais opções' });
  await expect.element(menu).toBeVisible();
  (menu.element() as HTMLElement).focus(); // The cast is safe: the trigger is a button
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitem', { name: 'Gravar e criar outro' })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('menuitem', { name: 'Histórico' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  const field = page.getByRole('button', { name: 'Restaurar Preço: R$ 10,00' });
  await expect.element(field).toBeVisible();
  for (let steps = 0; document.activeElement !== field.element() && steps < 5; steps += 1)
    await userEvent.tab();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Campo restaurado.')).toBeVisible();
  expect(requests).toHaveLength(1);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog', { name: 'Histórico' })).not.toBeInTheDocument();
  await expect.element(menu).toHaveFocus();
});
