import '../styles.css';
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { PlatformError } from '#data/unwrap.ts';
import { Toaster } from '#ui/toaster.tsx';
import { useMutationMessages } from './messages.ts';

it('shows a failed request that no code handles, once for several', async () => {
  await render(
    <RouterProvider
      router={createRouter({ routeTree: createRootRoute({ component: Messages }) })}
    />,
  );
  await expect.element(page.getByRole('status').first()).toBeInTheDocument();
  for (const reason of [
    new PlatformError({}, 504),
    new TypeError('x'),
    new PlatformError({}, 504),
  ]) {
    const promise = Promise.resolve();
    dispatchEvent(new PromiseRejectionEvent('unhandledrejection', { promise, reason }));
  }
  await expect.element(page.getByText(/^Não foi possível concluir: O servidor/)).toBeVisible();
  expect(page.getByRole('alert').elements()).toHaveLength(1);
});

function Messages() {
  useMutationMessages();
  return <Toaster />;
}
