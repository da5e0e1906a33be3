import '../styles.css';
import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { Badge, Chip } from './badge.tsx';
import { RowMenu, rowActionClass } from './row-menu.tsx';
import { Cell, HeadCell, Row, SortCell, Table, rowLinkClass } from './table.tsx';

const long = 'Água de Lençóis Flor de Laranjeira com Borrifador de Vidro e Refil de Reposição';

it('keeps a row of 9 columns at 56 px and 22 elements, whatever it holds', async () => {
  await page.viewport(1366, 768);
  await render(<Products names={[long, 'Mel']} />);
  const [first, second] = rows();
  expect(first!.getBoundingClientRect().height).toBeLessThanOrEqual(56);
  expect(first!.querySelectorAll('*').length + 1).toBeLessThanOrEqual(22);
  // The columns of a short row stand where those of a long one do.
  expect(lefts(first!)).toEqual(lefts(second!));
  expect(page.getByRole('row').elements()).toHaveLength(3);
  expect(page.getByRole('cell', { name: /^Mel/ }).elements()).toHaveLength(1);
});

it('shows the whole text of a cut cell under the pointer and the focus', async () => {
  await page.viewport(1366, 768);
  await render(<Products names={[long]} />);
  const tip = document.querySelector<HTMLElement>('[popover=manual]')!;
  await page.getByRole('link', { name: long }).hover();
  await expect.poll(() => tip.matches(':popover-open') && tip.dataset.text).toContain(long);
  await userEvent.keyboard('{Escape}');
  await userEvent.hover(page.getByRole('table'), { position: { x: 2, y: 2 } });
  await expect.poll(() => tip.matches(':popover-open')).toBe(false);
  await userEvent.tab();
  await userEvent.tab();
  await expect.element(page.getByRole('link', { name: long })).toHaveFocus();
  await expect.poll(() => tip.matches(':popover-open') && tip.dataset.text).toContain(long);
});

it('opens the row wherever it is pressed, but for its actions', async () => {
  await page.viewport(1366, 768);
  const onDelete = vi.fn<() => void>();
  await render(<Products names={['Mel']} onDelete={onDelete} />);
  const { left, width, top } = rows()[0]!.getBoundingClientRect();
  // A row out of sight is laid out in the frame after it came into sight.
  const pressed = () => document.elementFromPoint(left + width / 2, top + 28)?.closest('a')?.hash;
  await expect.poll(pressed).toBe('#Mel');
  await page.getByRole('button', { name: 'Excluir Mel' }).click();
  expect(onDelete).toHaveBeenCalledOnce();
});

it('is a row of 72 px on a phone, with picture, name, price and status', async () => {
  await page.viewport(390, 844);
  await render(<Products names={[long, 'Mel']} />);
  expect(rows()[0]!.getBoundingClientRect().height).toBe(72);
  await expect.element(page.getByText('R$ 1.234.567,00').first()).toBeInViewport();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

function Products({ names, onDelete }: { names: string[]; onDelete?: () => void }) {
  return (
    // No bar of the shell stands above it here.
    <div className="[--header-height:0px]">
      <Table caption="Produtos" columns={columns} head={<Head />}>
        {names.map((name) => (
          <Row key={name}>
            <Cell place="thumb">
              <img alt="" src="/favicon.svg" className="size-10 rounded-control bg-sunken" />
            </Cell>
            <Cell place="name">
              <a href={`#${name}`} data-row-link className={rowLinkClass}>
                {name}
              </a>
              <span className="block truncate text-xs text-muted">Borrifador de 200 ml</span>
            </Cell>
            <Cell place="detail">ARO-SPRAY-LARANJEIRA-200</Cell>
            <Cell place="detail">Aromas para a Casa</Cell>
            <Cell place="detail">
              <Chip>Serviço</Chip>
            </Cell>
            <Cell place="detail">
              <Chip>Catálogo de Distribuidores</Chip>
            </Cell>
            <Cell place="amount">R$ 1.234.567,00</Cell>
            <Cell place="status">
              <Badge tone="green">Ativo</Badge>
            </Cell>
            <Cell place="menu">
              <RowMenu name={name}>
                <Action sign="edit" label={`Editar ${name}`} />
                <Action sign="copy" label={`Duplicar ${name}`} />
                <Action sign="remove" label={`Excluir ${name}`} onClick={onDelete} />
              </RowMenu>
            </Cell>
          </Row>
        ))}
      </Table>
    </div>
  );
}

const columns = '4rem minmax(0,1fr) 9rem 8.5rem 5.5rem 9.5rem 8.5rem 5.5rem 7.5rem';

type ActionProps = { sign: 'edit' | 'copy' | 'remove'; label: string; onClick?: () => void };

function Action({ sign, label, onClick }: ActionProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={rowActionClass(sign)}
      onClick={onClick}
    />
  );
}

function Head() {
  return (
    <>
      <HeadCell>Imagem</HeadCell>
      <SortCell column="name">Produto</SortCell>
      <HeadCell>SKU</HeadCell>
      <HeadCell>Categoria</HeadCell>
      <HeadCell>Tipo</HeadCell>
      <HeadCell>Visibilidade</HeadCell>
      <HeadCell className="text-right">Preço</HeadCell>
      <HeadCell>Status</HeadCell>
      <HeadCell className="text-right">Ações</HeadCell>
    </>
  );
}

function rows() {
  return [...document.querySelectorAll('tbody tr')];
}

function lefts(row: Element) {
  return [...row.children].map((cell) => Math.round(cell.getBoundingClientRect().left));
}
