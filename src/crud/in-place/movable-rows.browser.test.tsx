import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useMovableRows } from './movable-rows.tsx';
import type { RowOrderChange } from './movable-rows.tsx';

const names = ['Um', 'Dois', 'Três', 'Quatro'];

/** The orders that `save` has received. */
let requests: RowOrderChange[];
/** Returns the response of the platform to a save. */
let answer: () => Promise<void>;

beforeEach(() => {
  requests = [];
  answer = async () => {};
});

describe('a row', () => {
  it('moves by the arrows of its handle, one place at a time, and keeps the focus', async () => {
    await render(<Queue />);
    handleOf('Três').element().focus();
    await userEvent.keyboard('{ArrowUp}');
    await expect.poll(shown).toEqual(['Um', 'Três', 'Dois', 'Quatro']);
    await expect.element(handleOf('Três')).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(shown).toEqual(names);
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(shown).toEqual(['Um', 'Dois', 'Quatro', 'Três']);
    await expect.element(handleOf('Três')).toHaveFocus();
    expect(requests).toEqual([
      { seen: [1, 2, 3, 4], wanted: [1, 3, 2, 4] },
      { seen: [1, 3, 2, 4], wanted: [1, 2, 3, 4] },
      { seen: [1, 2, 3, 4], wanted: [1, 2, 4, 3] },
    ]);
  });

  it('stays at the first and last place, without a request', async () => {
    await render(<Queue />);
    handleOf('Um').element().focus();
    await userEvent.keyboard('{ArrowUp}');
    handleOf('Quatro').element().focus();
    await userEvent.keyboard('{ArrowDown}');
    expect(shown()).toEqual(names);
    expect(requests).toEqual([]);
  });

  it('moves by the menu of its handle, which omits the current place', async () => {
    await render(<Queue />);
    await handleOf('Dois').click();
    const menu = page.getByRole('menu', { name: 'Mover Dois' });
    await expect.element(menu).toBeVisible();
    expect(items()).toEqual(['Mover para cima', 'Mover para baixo', 'Mover para o fim']);
    await page.getByRole('menuitem', { name: 'Mover para o fim' }).click();
    await expect.poll(shown).toEqual(['Um', 'Três', 'Quatro', 'Dois']);
    await handleOf('Dois').click();
    await expect.poll(items).toEqual(['Mover para cima', 'Mover para o início']);
  });

  it('moves to the position where it is dropped', async () => {
    await render(<Queue />);
    await userEvent.dragAndDrop(handleOf('Um'), page.getByText('Três'));
    await expect.poll(shown).toEqual(['Dois', 'Três', 'Um', 'Quatro']);
    expect(requests).toEqual([{ seen: [1, 2, 3, 4], wanted: [2, 3, 1, 4] }]);
  });

  it('returns to its old place when the new order is refused', async () => {
    let refuse = () => {};
    answer = () => new Promise((_resolve, reject) => (refuse = () => reject(new Error('não'))));
    await render(<Queue />);
    handleOf('Um').element().focus();
    await userEvent.keyboard('{ArrowDown}');
    // The new order is shown before the response arrives.
    await expect.poll(shown).toEqual(['Dois', 'Um', 'Três', 'Quatro']);
    refuse();
    await expect.poll(shown).toEqual(names);
  });
});

it('has no handle if the list has no manual order', async () => {
  await render(<Queue offered={false} />);
  expect(shown()).toEqual(names);
  expect(page.getByRole('button').elements()).toEqual([]);
});

function Queue({ offered = true }: { offered?: boolean }) {
  const [stored, setStored] = useState([1, 2, 3, 4]);
  const rows = stored.map((id) => ({ id }));
  const read = { commands: {}, page: { data: { rows, total: rows.length } } };
  const { list, handle, board, menu } = useMovableRows(read, offered, async (order) => {
    requests.push(order);
    await answer();
    setStored(order.wanted);
  });
  return (
    <div {...board}>
      <table>
        <tbody>
          {list.page.data.rows.map(({ id }) => (
            <tr key={id}>
              <td>
                <span className="name">{nameOf(id)}</span>
                {handle({ id, name: nameOf(id) })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {menu}
    </div>
  );
}

function nameOf(id: number): string {
  return names[id - 1] ?? '';
}

function handleOf(name: string) {
  return page.getByRole('button', { name: `Mover ${name}`, exact: true });
}

function shown() {
  return Array.from(document.querySelectorAll('.name'), ({ textContent }) => textContent);
}

function items() {
  return page
    .getByRole('menuitem')
    .elements()
    .map(({ textContent }) => textContent);
}
