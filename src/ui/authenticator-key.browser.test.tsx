import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { AuthenticatorKey } from './authenticator-key.tsx';

it("'Copiar chave' says that the key must be selected if the browser has no clipboard, as on plain HTTP", async () => {
  const clipboard = vi.spyOn(navigator, 'clipboard', 'get');
  clipboard.mockReturnValue(undefined as never);
  await render(<AuthenticatorKey secret="ABCD" qrCode="data:image/png;base64," />);
  await page.getByRole('button', { name: 'Copiar chave' }).click();
  await expect.element(page.getByText(/^Não foi possível copiar/)).toBeVisible();
  clipboard.mockRestore();
});
