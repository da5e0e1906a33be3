import '../styles.css';
import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { cdp, page, userEvent } from 'vitest/browser';
import { Badge, Chip } from './badge.tsx';
import { Cell, HeadCell, SortableHeadCell, Table, RowsPlaceholder } from './table.tsx';

const long = 'Água de Lençóis Flor de Laranjeira com Borrifador de Vidro e Refil de Reposição';
const longSku = 'ARO-SPRAY-LARANJEIRA-200-REFIL-REPOSICAO';

it('keeps a row of 9 columns at 48 px, with the columns of all rows aligned', async () => {
  await page.viewport(1366, 768);
  await render(<Products names={[long, 'Mel']} />);
  const [first, second] = rows();
  expect(first!.getBoundingClientRect().height).toBe(48);
  expect(lefts(first!)).toEqual(lefts(second!));
  expect(lefts(first!)).toEqual(lefts(document.querySelector('thead tr')!));
});

it("shows the whole text of a truncated cell on hover, although the row's link covers it", async () => {
  await page.viewport(1080, 768);
  await render(<Products names={[long, 'Mel']} />);
  const tip = document.querySelector<HTMLElement>('[popover]')!;
  const shown = () => (tip.matches(':popover-open') ? tip.dataset.text : '');
  await userEvent.hover(page.getByRole('link', { name: long }), { position: { x: 20, y: 5 } });
  await expect.poll(shown).toBe(long);
  const row = rows()[0]!;
  await userEvent.hover(row, { position: { x: lefts(row)[2]! - lefts(row)[0]! + 20, y: 24 } });
  await expect.poll(shown).toBe(longSku);
  await userEvent.keyboard('{Escape}');
  await expect.poll(shown).toBe('');
});

it('shows the text of the cell under the pointer, also if another cell is above it', async () => {
  await page.viewport(900, 768);
  const [sku, category] = [longSku, 'Aromas para a Casa com Refil de Reposição e Borrifador'];
  await render(<Products names={['Mel']} sku={sku} category={category} />);
  const tip = document.querySelector<HTMLElement>('[popover]')!;
  const shown = () => (tip.matches(':popover-open') ? tip.dataset.text : '');
  const [row] = rows();
  const box = row!.getBoundingClientRect();
  const [above, below] = [...row!.querySelectorAll('.note')].map((cell) =>
    cell.getBoundingClientRect(),
  );
  expect(below!.left).toBe(above!.left);
  expect(below!.top).toBeGreaterThan(above!.top);
  const x = above!.left - box.left + 10;
  await userEvent.hover(row!, { position: { x, y: below!.top - box.top + 5 } });
  await expect.poll(shown).toBe(category);
  await userEvent.hover(row!, { position: { x, y: above!.top - box.top + 5 } });
  await expect.poll(shown).toBe(sku);
});

it('shows the whole texts of the focused row', async () => {
  await page.viewport(1080, 768);
  await render(<Products names={[long, 'Mel']} />);
  const tip = document.querySelector<HTMLElement>('[popover]')!;
  await userEvent.tab();
  await userEvent.tab();
  await expect.element(page.getByRole('link', { name: long })).toHaveFocus();
  await expect.poll(() => tip.matches(':popover-open') && tip.dataset.text).toContain(long);
});

it('does not show the texts that are for screen readers only', async () => {
  await page.viewport(1366, 768);
  await render(
    <div className="[--header-height:0px]">
      <Table caption="Produtos" columns="10rem 10rem" head={<HeadCell>Preço</HeadCell>}>
        <tr>
          <Cell>
            <span>
              <span className="sr-only">Preço promocional: </span>R$ 9,00
            </span>
          </Cell>
          <Cell>{longSku}</Cell>
        </tr>
      </Table>
    </div>,
  );
  const tip = document.querySelector<HTMLElement>('[popover]')!;
  const [price, sku] = rows()[0]!.querySelectorAll('td');
  await userEvent.hover(sku!);
  await expect.poll(() => tip.matches(':popover-open') && tip.dataset.text).toBe(longSku);
  await userEvent.hover(price!);
  await expect.poll(() => tip.matches(':popover-open')).toBe(false);
  // Wait longer than the 250 ms of hover after which a tooltip opens.
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(tip.matches(':popover-open')).toBe(false);
});

it('shows the hidden cells under the focused row', async () => {
  await page.viewport(560, 768);
  await render(
    <div className="pl-20">
      <Products names={['Mel', 'Caju']} sku="MEL-1" />
    </div>,
  );
  const tip = document.querySelector<HTMLElement>('[popover]')!;
  await userEvent.tab();
  await userEvent.tab();
  await expect.poll(() => tip.matches(':popover-open') && tip.dataset.text).toContain('Serviço');
  const row = rows()[0]!.getBoundingClientRect();
  await expect.poll(() => tip.getBoundingClientRect().left).toBe(row.left);
  expect(tip.getBoundingClientRect().top).toBeGreaterThanOrEqual(row.bottom);
});

it('has rows of 72 px with every column on a medium screen', async () => {
  await page.viewport(900, 768);
  await render(<Products names={[long, 'Mel']} />);
  expect(rows()[0]!.getBoundingClientRect().height).toBe(72);
  await expect.element(page.getByText(longSku).first()).toBeInViewport();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(900);
});

it('has rows of 72 px on a phone, with picture, name, its notes side by side, price and status', async () => {
  await page.viewport(320, 640);
  await render(<Products names={[long, 'Mel']} />);
  const [first] = rows();
  expect(first!.getBoundingClientRect().height).toBe(72);
  const inside = (cell: Element) => {
    const { top, bottom, right } = cell.getBoundingClientRect();
    const box = first!.getBoundingClientRect();
    return top >= box.top && bottom <= box.bottom && right <= box.right;
  };
  expect([...first!.children].every(inside)).toBe(true);
  await expect.element(page.getByText('R$ 1.234.567,00').first()).toBeInViewport();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  await page.viewport(390, 844);
  const [name, sku, category] = first!.querySelectorAll('.row-link, .note');
  const boxesOf = () => [name!, sku!, category!].map((part) => part.getBoundingClientRect());
  await expect.poll(() => boxesOf().map(({ width }) => width > 40)).toEqual([true, true, true]);
  const boxes = boxesOf();
  expect(boxes[0]!.bottom).toBeLessThanOrEqual(boxes[1]!.top);
  expect(boxes[1]!.right).toBeLessThanOrEqual(boxes[2]!.left);
});

it.each([1366, 900, 390])(
  'is a table for screen readers at %i px, and the name cell is the header of its row',
  async (width) => {
    await page.viewport(width, 768);
    await render(<Products names={['Mel', 'Caju']} />);
    await expect.poll(rolesInTree).toMatchObject({ table: 1, row: 3, rowheader: 2, cell: 16 });
    const [row] = document.querySelectorAll('tbody th');
    expect(row).toHaveAttribute('scope', 'row');
    // The name has the same font weight as the other cells.
    expect(getComputedStyle(row!).fontWeight).toBe('400');
    expect(getComputedStyle(row!).textAlign).toBe('start');
  },
);

it('shows placeholder rows of the same size', async () => {
  await page.viewport(1366, 768);
  const { rerender } = await render(<Products />);
  await expect.element(page.getByRole('status', { name: 'Carregando...' })).toBeVisible();
  // Compare the JSON: a DOMRect has no own properties, so `toEqual` would find any two of them equal.
  const measure = (): unknown => document.querySelector('thead')!.getBoundingClientRect().toJSON();
  const head = measure();
  await rerender(<Products names={Array.from({ length: 20 }, (_, index) => `Mel ${index}`)} />);
  expect(measure()).toEqual(head);
});

type ProductsProps = { names?: string[]; sku?: string; category?: string };

function Products({ names, sku = longSku, category = 'Aromas para a Casa' }: ProductsProps) {
  const sorting = { sort: 'name', labels: { name: 'Produto' }, onSort() {} };
  return (
    // Set the height of the shell's header to 0, because this test renders no header above the table.
    <div className="[--header-height:0px]">
      <Table caption="Produtos" columns={columns} sorting={sorting} head={<Head />}>
        {names?.map((name) => (
          <tr key={name}>
            <Cell place="picture">
              <img alt="" src="/favicon.svg" className="size-10 rounded-control bg-sunken" />
            </Cell>
            <Cell place="name">
              <a href={`#${name}`} className="row-link">
                {name}
              </a>
              <span className="row-note">Borrifador de 200 ml</span>
            </Cell>
            <Cell place="note">{sku}</Cell>
            <Cell place="note">{category}</Cell>
            <Cell>
              <Chip>Serviço</Chip>
            </Cell>
            <Cell>
              <Chip>Catálogo de Distribuidores</Chip>
            </Cell>
            <Cell place="amount">R$ 1.234.567,00</Cell>
            <Cell place="status">
              <Badge tone="green">Ativo</Badge>
            </Cell>
            <Cell place="actions">
              <button type="button" aria-label={`Excluir ${name}`} className="size-11" />
            </Cell>
          </tr>
        )) ?? <RowsPlaceholder />}
      </Table>
    </div>
  );
}

const columns = '3rem minmax(0,2.5fr) 7rem 7rem 4rem 7.5rem 8rem 4rem 6rem';

function Head() {
  return (
    <>
      <HeadCell>Imagem</HeadCell>
      <SortableHeadCell column="name" />
      <HeadCell>SKU</HeadCell>
      <HeadCell>Categoria</HeadCell>
      <HeadCell>Tipo</HeadCell>
      <HeadCell>Visibilidade</HeadCell>
      <HeadCell align="end">Preço</HeadCell>
      <HeadCell>Status</HeadCell>
      <HeadCell align="end">Ações</HeadCell>
    </>
  );
}

type Tree = { nodes: { ignored: boolean; role?: { value: string } }[] };
type Frames = { frame: { id: string }; childFrames?: Frames[] };
type Session = { send(method: string, params?: object): Promise<unknown> };

/** Returns the number of elements of each role in Chromium's accessibility tree. */
async function rolesInTree() {
  const session = cdp() as unknown as Session; // the type of cdp() lacks these commands
  const { frameTree } = (await session.send('Page.getFrameTree')) as { frameTree: Frames };
  const counts: Record<string, number> = {};
  for (const { frame } of frameTree.childFrames ?? []) {
    const tree = await session.send('Accessibility.getFullAXTree', { frameId: frame.id });
    for (const { ignored, role } of (tree as Tree).nodes)
      if (!ignored && role) counts[role.value] = (counts[role.value] ?? 0) + 1;
  }
  return counts;
}

function rows() {
  return [...document.querySelectorAll('tbody tr')];
}

function lefts(row: Element) {
  return [...row.children].map((cell) => Math.round(cell.getBoundingClientRect().left));
}
