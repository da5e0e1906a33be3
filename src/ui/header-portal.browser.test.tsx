import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { HeaderPortal, HeaderPortalTarget } from './header-portal.tsx';

function Page({ hidden }: { hidden: boolean }) {
  return (
    <>
      <header hidden={hidden}>
        <HeaderPortalTarget />
      </header>
      <HeaderPortal>
        <input aria-label="Buscar" />
      </HeaderPortal>
    </>
  );
}

it("shows the page's content in the header, and keeps its focus when the header renders again", async () => {
  const screen = await render(<Page hidden={false} />);
  const search = screen.getByRole('textbox', { name: 'Buscar' });
  await search.fill('gel');
  await expect.poll(() => search.element().closest('#header-slot')).not.toBeNull();
  await screen.rerender(<Page hidden={false} />);
  await expect.element(search).toHaveFocus();
  await expect.element(search).toHaveValue('gel');
});
