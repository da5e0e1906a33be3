import type { Page } from '@playwright/test';
import { allAreas, areas } from '../src/areas/index.ts';
import { expect, test } from './fixtures.ts';
import { resetToSampleRecords } from './support/sample-records.ts';
import { expectPageLoaded } from './support/pages.ts';

// Allow four minutes: each test visits many pages.
test.describe.configure({ timeout: 240_000 });

/** The names of commands in the requirements. Other controls must not have a name that contains one of these names. */
const COMMANDS =
  /salvar|cancelar|editar|excluir|duplicar|limpar|adicionar|entrar|sair|faça login|enviar instruções|redefinir senha/i;
/**
 * The names of controls in the requirements. A control can have one of these names, even if the name contains another
 * name of this set: 'Adicionar Produto' contains 'Adicionar'.
 */
const SPECIFIED = new Set([
  ...allAreas.flatMap(({ title, one }) => [title, `Adicionar ${one}`]),
  ...'Salvar|Cancelar|Limpar|Adicionar|Duplicar|Excluir|Entrar|Sair|Editar Perfil|Dashboard'.split(
    '|',
  ),
  ...'Faça Login|Enviar Instruções|Redefinir Senha'.split('|'),
  ...'Nome|Subtítulo|Mini descrição|Descrição|SKU|Categoria|Tipo|Status|Visibilidade'.split('|'),
  ...'Preço de venda|Preço promocional|Cor do botão|Link do botão|Vídeo'.split('|'),
  ...'Imagem principal|Imagens adicionais|Logo|Foto|E-mail|Telefone|CNPJ|CEP|Logradouro'.split('|'),
  ...'Número|Complemento|Bairro|Cidade|Estado|Plano|Instagram|Empresa|Cargo'.split('|'),
  ...'Senha|Confirmar senha|Senha atual|Nova senha|Confirmar nova senha'.split('|'),
  ...'Título|Conteúdo|Destinatários|Texto do botão|Posição|Ordem'.split('|'),
]);
/** The allowed names of the commands of a row ('Editar Açaí'): each name contains the name of the record. */
const OF_A_ROW = /^(Editar|Excluir|Duplicar) \S/;

test("no control's name contains a specified one: a specified name matches one control", async ({
  adminPage: page,
  db,
}) => {
  await resetToSampleRecords(db);
  await expectDistinctNames(page, '/dashboard');
  await expectDistinctNames(page, '/perfil');
  for (const area of allAreas) {
    await expectDistinctNames(page, area.path);
    await expectDistinctNames(page, area.add);
    const [row] = await db<{ id: string }>(`select id from ${area.table} order by id limit 1`);
    await expectDistinctNames(page, area.edit.replace('$id', row?.id ?? ''));
    await page.getByRole('button', { name: 'Mais opções' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    expect(await clashesOn(page), `menu of ${area.edit}`).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expectDistinctNames(page, areas.products.path);
  await expectDistinctNames(page, areas.products.add);
});

test('no name of a control for visitors or a Colaborador contains a specified one', async ({
  page: visitor,
  colaboradorPage: page,
  db,
}) => {
  await resetToSampleRecords(db);
  for (const path of ['/login', '/forgot-password', '/reset-password?token_hash=a&type=recovery'])
    await expectDistinctNames(visitor, path);
  for (const path of ['/dashboard', '/perfil', '/usuarios', '/produtos', '/produtos/adicionar'])
    await expectDistinctNames(page, path);
});

async function expectDistinctNames(page: Page, path: string) {
  await page.goto(path);
  await expectPageLoaded(page);
  expect(await clashesOn(page), path).toEqual([]);
  const box = page.locator('tbody').getByRole('checkbox').first();
  if (!(await box.isVisible())) return;
  await box.check();
  await expect(page.getByRole('region', { name: 'Seleção' })).toBeVisible();
  expect(await clashesOn(page), `${path}, a row of it selected`).toEqual([]);
}

/**
 * Returns a text for each control whose accessible name contains a name of `COMMANDS`, or the specified name of another
 * control with the same role. An example of such a text is 'Limpar seleção ⊃ Limpar'. Skips controls whose name is in
 * `SPECIFIED` or matches `OF_A_ROW`.
 */
async function clashesOn(page: Page): Promise<string[]> {
  const tree = await page.locator('body').ariaSnapshot();
  const lines = tree.matchAll(
    /^\s*- '?(button|link|menuitem|textbox|combobox|spinbutton) "((?:[^"\\]|\\.)*)"/gm,
  );
  const controls = [...lines].map(([, role, name = '']) => ({ role, name }));
  return controls.flatMap(({ role, name }) => {
    if (SPECIFIED.has(name) || OF_A_ROW.test(name)) return [];
    const command = COMMANDS.exec(name)?.[0];
    const twin = controls.find(
      (other) =>
        other.role === role &&
        SPECIFIED.has(other.name) &&
        name.toLowerCase().includes(other.name.toLowerCase()),
    )?.name;
    return command || twin ? [`${name} ⊃ ${command ?? twin}`] : [];
  });
}
