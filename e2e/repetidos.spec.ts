import { expect, expectAccessible, test } from './fixtures.ts';
import { expectSuccessMessage } from './support/messages.ts';

test('a form shows that another record has the same name, nearly the same SKU or the same e-mail, and saves nevertheless', async ({
  colaboradorPage: page,
  db,
}) => {
  const [category] = await db<{ id: string }>(
    `insert into categories (name) values ('Sucos') returning id`,
  );
  const [coco] = await db<{ id: string }>(
    `insert into products (name, sku, category_id, subtitle, mini_description, description, real_price)
     values ('Água de coco', 'BEB-COCO-1L', $1, 'Gelada', 'Mini', 'Descrição', 10) returning id`,
    [category!.id],
  );
  await db(
    `insert into parceiros (name, email, phone, address) values
     ('Sabor do Norte', 'contato@sabor.exemplo', '(92) 90455-3310', 'nº 510')`,
  );

  await page.goto('/produtos/adicionar');
  const name = page.getByLabel('Nome', { exact: true });
  await name.fill('agua de coco');
  await expect(name).toHaveAccessibleDescription(
    /Já existe um produto com este nome: Água de coco.*\(SKU BEB-COCO-1L\)/,
  );
  const sku = page.getByLabel('SKU', { exact: true });
  await sku.fill('BEBCOCO1L');
  await expect(sku).toHaveAccessibleDescription(
    /Já existe um produto com um SKU parecido: Água de coco.*\(BEB-COCO-1L\)/,
  );
  await expectAccessible(page);

  // The link opens the similar record in a new tab, and the form keeps its values.
  const opened = page.context().waitForEvent('page');
  await page.getByText('um SKU parecido').getByRole('link').click();
  const other = await opened;
  await expect(other).toHaveURL(`/produtos/editar/${coco!.id}`);
  await expect(other.getByLabel('Nome', { exact: true })).toHaveValue('Água de coco');
  await other.close();
  await expect(name).toHaveValue('agua de coco');

  await sku.fill('OUTRO-1');
  await expect(page.getByText('um SKU parecido')).toHaveCount(0);
  for (const label of ['Subtítulo', 'Mini descrição', 'Descrição'])
    await page.getByLabel(label, { exact: true }).fill('Texto');
  await page.getByLabel('Categoria', { exact: true }).selectOption('Sucos');
  await page.getByLabel('Preço de venda', { exact: true }).fill('9,90');
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expectSuccessMessage(page, 'Produto criado com sucesso!');

  // A record is never its own duplicate.
  await page.goto(`/produtos/editar/${coco!.id}`);
  await db(`delete from products where name = 'agua de coco'`);
  await name.fill('Água de coco verde');
  const response = page.waitForResponse('**/rest/v1/rpc/possible_duplicate*');
  await sku.fill('BEB COCO 1L');
  expect(await (await response).json()).toEqual([]);
  await expect(page.getByText('Já existe')).toHaveCount(0);

  await page.goto('/parceiros/adicionar');
  const email = page.getByLabel('E-mail', { exact: true });
  await email.fill('Contato@Sabor.exemplo');
  await expect(email).toHaveAccessibleDescription(
    /Já existe um parceiro com este e-mail: Sabor do Norte/,
  );
  // The e-mail of a parceiro is not a duplicate here, because a company can be both parceiro and distribuidor.
  await page.goto('/distribuidores/adicionar');
  const none = page.waitForResponse('**/rest/v1/rpc/possible_duplicate*');
  await email.fill('contato@sabor.exemplo');
  expect(await (await none).json()).toEqual([]);
});
