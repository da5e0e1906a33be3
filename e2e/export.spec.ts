import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readXlsx } from 'hucre/xlsx';
import { expect, expectAccessible, test } from './fixtures.ts';
import type { RunSql } from './fixtures.ts';
import { expectNoOverflow } from './support/layout.ts';
import { expectAndCloseFailureMessage } from './support/messages.ts';

test.describe('Exporting', () => {
  for (const { path, make } of importable())
    test(`${path}: the visible list, whose import changes nothing`, async ({
      colaboradorPage: page,
      db,
    }) => {
      await make(db);
      await page.goto(`${path}?busca=exportad`);
      await expect(page.getByRole('table').getByRole('row')).toHaveCount(4);
      const csv = await exportAs(page, 'O que a lista mostra, em CSV');
      expect(csv.name).toMatch(new RegExp(`^${path.slice(1)}-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
      const [head, ...lines] = linesOf(csv.content);
      expect(head).toMatch(/^\uFEFFNome;/);
      // The formula is escaped, and the lines have the order of the list.
      expect(lines.map((line) => line.split(';')[0])).toEqual([
        "'=SOMA(1) exportad",
        'Exportad B',
        'exportad ç',
      ]);

      for (const format of ['CSV', 'XLSX']) {
        await page.goto(`${path}?busca=exportad`);
        const { file } = await exportAs(page, `O que a lista mostra, em ${format}`);
        await page.goto(`${path}/importar`);
        await page.getByLabel('Escolha ou arraste a planilha').setInputFiles(file);
        await page.getByRole('button', { name: 'Conferir' }).click();
        await expect(page.getByRole('button', { name: '3 sem alteração' })).toBeVisible();
        await expect(page.getByText('Não há nada para importar')).toBeVisible();
      }
      const [recorded] = await db<{ note: object }>(
        `select count(*)::int as exports, min(amount) as amount from private.batches
        where kind = 'export' and area = $1`,
        [path.slice(1) === 'categorias' ? 'categories' : path.slice(1)],
      );
      expect(recorded).toEqual({ exports: 3, amount: 3 });
      await page.goto(path);
      await page.getByRole('button', { name: 'Exportar' }).click();
      await expect(page.getByRole('menuitem', { name: `Tudo, em XLSX` })).toBeVisible();
    });

  test('includes thousands of rows in the order of the list, each once', async ({
    adminPage: page,
    db,
  }) => {
    await db(
      `insert into public.notificacoes (titulo, conteudo, tipo, status, created_at)
      select 'Milhares ' || i % 7, i::text, (array['Geral', 'Alerta'])[1 + i % 2], 'Inativa', now() - i % 3 * interval '1 day'
      from generate_series(1, 2300) as i`,
    );
    for (const [ordem, order] of [
      ['-created_at', 'created_at desc, id desc'],
      ['tipo', 'tipo, created_at desc, id desc'],
      ['-titulo', 'titulo desc, created_at desc, id desc'],
    ]) {
      await page.goto(`/notificacoes?busca=milhares&ordem=${ordem}`);
      const { content } = await exportAs(page, 'O que a lista mostra, em CSV');
      const [, ...lines] = linesOf(content);
      const stored = await db<{ conteudo: string }>(
        `select conteudo from public.notificacoes where titulo like 'Milhares%' order by ${order}`,
      );
      expect(lines.map((line) => line.split(';')[1]?.trim())).toEqual(
        stored.map(({ conteudo }) => conteudo),
      );
    }
  });

  test('includes the selection, with numbers, dates and choices as a workbook has them', async ({
    adminPage: page,
    db,
  }) => {
    await db(
      `insert into public.banners (titulo, posicao, ordem, cta_texto) values
      ('Vitrine de verão', 'parceiros', 7, '-10%'), ('Vitrine de inverno', 'todos', 8, null), ('Outro', 'todos', 9, null)`,
    );
    await page.goto('/banners?busca=vitrine');
    await page.getByRole('checkbox', { name: 'Selecionar Vitrine de verão' }).check();
    const bar = page.getByRole('region', { name: 'Seleção' });
    await bar.getByRole('button', { name: 'Exportar seleção' }).click();
    await expectAccessible(page);
    const { file } = await downloadAs(page, 'A seleção, em XLSX');
    const { sheets } = await readXlsx(await readFile(file));
    expect(sheets[0]?.rows).toEqual([
      [
        'Título',
        'Descrição',
        'Texto do botão',
        'Link do botão',
        'Status',
        'Posição',
        'Tipo',
        'Ordem',
        'Início da exibição',
        'Fim da exibição',
      ],
      ['Vitrine de verão', null, '-10%', null, 'Ativo', 'Parceiros', 'Banner', 7, null, null],
    ]);

    await db(
      `insert into public.notificacoes (titulo, conteudo, created_at) values ('Meia-noite', 'x', '2026-03-01T02:30:00Z')`,
    );
    await page.goto('/notificacoes?busca=meia-noite');
    const { content } = await exportAs(page, 'O que a lista mostra, em CSV');
    expect(linesOf(content)[1]).toBe('Meia-noite;x;Geral;Ativa;Todos;Todos;;;28/02/2026 23:30');
    const workbook = await exportAs(page, 'O que a lista mostra, em XLSX');
    const read = await readXlsx(await readFile(workbook.file));
    expect(read.sheets[0]?.rows[1]?.at(-1)).toEqual(new Date('2026-02-28T23:30:00Z'));
  });

  test('leaves out hidden columns in an export of the list, and none in an export of all', async ({
    adminPage: page,
  }) => {
    await page.goto('/usuarios?busca=bruno');
    await page.getByRole('button', { name: 'Colunas' }).click();
    for (const column of ['Empresa', 'Telefone'])
      await page.getByRole('dialog', { name: 'Colunas' }).getByLabel(column).uncheck();
    await expect(page.getByRole('columnheader', { name: 'Telefone' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    const shown = await exportAs(page, 'O que a lista mostra, em CSV');
    const [head, row] = linesOf(shown.content);
    expect(head).toBe('\uFEFFNome;E-mail;Cargo');
    expect(row?.split(';').slice(1)).toEqual(['bruno@vitrine.exemplo', 'Colaborador']);
    const all = await exportAs(page, 'Tudo, em CSV');
    expect(linesOf(all.content)[0]).toBe('\uFEFFNome;E-mail;Empresa;Cargo;Telefone');
  });

  for (const code of ['write-sheet-', 'write-sheet.worker-'])
    test(`asks for a reload when a newer version has replaced its code (${code})`, async ({
      adminPage: page,
      browserConsole,
    }) => {
      browserConsole.expect(/status of 404/);
      await page.route(`**/assets/${code}*`, (route) => route.fulfill({ status: 404 }));
      await page.goto('/parceiros');
      await page.getByRole('button', { name: 'Exportar', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Tudo, em CSV' }).click();
      await expectAndCloseFailureMessage(
        page,
        'Falha ao exportar: Há uma versão nova do painel. Recarregue a página.',
      );
    });

  test('is available to users who may only read the list of users', async ({
    colaboradorPage: page,
  }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto('/usuarios?cargo=Colaborador');
    const { content } = await exportAs(page, 'O que a lista mostra, em CSV');
    expect(content).toContain('Nome;E-mail;Empresa;Cargo;Telefone');
    expect(content).toContain('bruno@vitrine.exemplo');
    expect(content).not.toContain('ana@vitrine.exemplo');
    await expectNoOverflow(page);
  });
});

/** Returns three areas with an import, each with a function `make` that inserts three rows that match 'exportad'. */
function importable() {
  const companies =
    (table: string, column = '', value = '') =>
    (db: RunSql) =>
      db(
        `insert into public.${table}
        (name, email, phone, address, cep, logradouro, numero, bairro, cidade, estado, instagram${column})
      values
        ('exportad ç', 'c@exportado.com', '(11) 91234-5678', 'nº 007, Centro', '01310-100', 'Rua; "um"', '007', 'Centro', 'São Paulo', 'SP', 'loja'${value}),
        ('Exportad B', 'b@exportado.com', '(11) 3234-5678', 'Rua antiga, 5', null, null, null, null, 'Santos', null, null${value}),
        ('=SOMA(1) exportad', 'a@exportado.com', '(11) 3234-5678', 'Só o texto', null, null, null, null, null, null, null${value})`,
      );
  return [
    {
      path: '/categorias',
      make: (db: RunSql) =>
        db(
          `insert into public.categories (name, description, is_active) values
          ('exportad ç', E'Duas\\nlinhas; "aspas"', true), ('Exportad B', '00123', false), ('=SOMA(1) exportad', null, true)`,
        ),
    },
    { path: '/parceiros', make: companies('parceiros') },
    {
      path: '/distribuidores',
      make: companies(
        'distribuidores',
        ', plan_id',
        ', (select id from public.plans order by name limit 1)',
      ),
    },
  ];
}

async function exportAs(page: Page, what: string) {
  await page.getByRole('button', { name: 'Exportar', exact: true }).click();
  return downloadAs(page, what);
}

async function downloadAs(page: Page, what: string) {
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: what }).click();
  const file = await (await download).path();
  const name = (await download).suggestedFilename();
  return { name, file, content: await readFile(file, 'utf8') };
}

/** Returns the lines of a CSV. A quoted cell can contain line breaks. */
function linesOf(content: string): string[] {
  return content.trimEnd().match(/(?:"(?:[^"]|"")*"|[^"\r\n])+/g) ?? [];
}
