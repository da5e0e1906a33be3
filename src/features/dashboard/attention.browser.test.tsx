import '../../styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { beforeEach, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { queryClient } from '#data/query-client.ts';
import { AttentionCard } from './attention.tsx';
import { firstStepsQuery, attentionQuery } from './dashboard.queries.ts';
import type { FirstStep, AttentionReason } from './dashboard.queries.ts';

type Numbers = Partial<Record<AttentionReason, number>>;

const NOTHING: Record<AttentionReason, number> = {
  promo_ended: 0,
  promo_without_discount: 0,
  broken_link: 0,
  in_inactive_category: 0,
  without_image: 0,
  pending_distribuidores: 0,
  banners_without_image: 0,
};

/** The mocked response of `attentionQuery`. */
let platform: () => Promise<Numbers>;
/** The mocked response of `firstStepsQuery`: the steps of a new installation, with their state. */
let steps: Partial<Record<FirstStep, boolean>> | null;

beforeEach(() => {
  Object.assign(attentionQuery, { queryFn: () => platform() });
  steps = null;
  Object.assign(firstStepsQuery, { queryFn: async () => steps });
  queryClient.clear();
});

it('links each number to its list, and hides zero and missing numbers', async () => {
  const { banners_without_image: _missing, ...known } = NOTHING;
  await open(async () => ({ ...known, without_image: 1234, pending_distribuidores: 1 }));
  await expect.poll(texts).toEqual([
    ['Produto sem imagem1.234', '/produtos'],
    ['Distribuidor pendente há mais de 7 dias1', '/distribuidores'],
  ]);
});

it('has a list for every reason, and shows a capped count as more', async () => {
  await open(async () => Object.fromEntries(Object.keys(NOTHING).map((name) => [name, 10_001])));
  await expect.poll(() => texts().length).toBe(7);
  for (const [text] of texts()) expect(text).toMatch(/10\.000\+$/);
});

it('keeps its height from the first render to seven lines', async () => {
  let answer: (numbers: Numbers) => void = () => {};
  await open(() => new Promise((resolve) => (answer = resolve)));
  const height = () => page.getByRole('region').element().getBoundingClientRect().height;
  await expect.element(page.getByRole('status', { name: 'Carregando...' })).toBeVisible();
  const before = height();
  answer(Object.fromEntries(Object.keys(NOTHING).map((name) => [name, 3])));
  await expect.poll(() => texts().length).toBe(7);
  expect(height()).toBe(before);
});

it('fits the smallest phone', async () => {
  await page.viewport(320, 640);
  await open(async () => Object.fromEntries(Object.keys(NOTHING).map((name) => [name, 10_001])));
  await expect.poll(() => texts().length).toBe(7);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  await page.viewport(1366, 768);
});

it('has a friendly text where nothing needs attention', async () => {
  await open(async () => NOTHING);
  await expect.element(page.getByText('Tudo em ordem.')).toBeVisible();
});

it('lists the first steps of an empty installation, each a link until it is done', async () => {
  steps = { password: true, category: false, product: false, people: false, backup: false };
  await open(async () => ({ ...NOTHING, banners_without_image: 3 }));
  await expect.element(page.getByRole('region', { name: 'Primeiros passos' })).toBeVisible();
  expect(page.getByRole('region').elements()).toHaveLength(1);
  expect(texts()).toEqual([
    ['Alterar a sua senhaFeito', '/perfil'],
    ['Cadastrar a primeira categoria', '/categorias/nova'],
    ['Cadastrar o primeiro produto', '/produtos/adicionar'],
    ['Cadastrar quem trabalha com você', '/usuarios/adicionar'],
    ['Ativar o backup automático', '/dashboard#backup'],
  ]);
  await expect.element(page.getByText('1 de 5')).toBeVisible();
});

it('lists the remaining steps of a new installation where nothing needs attention', async () => {
  steps = { password: true, category: true, product: true, people: false, backup: true };
  await open(async () => NOTHING);
  await expect.element(page.getByText('4 de 5')).toBeVisible();
});

it('shows the reasons once there is a product, and the friendly text when all steps are done', async () => {
  steps = { password: false, category: true, product: true };
  await open(async () => ({ ...NOTHING, broken_link: 2 }));
  await expect.poll(texts).toEqual([['Produto com link quebrado2', '/produtos']]);
});

it('shows a failed request, and retries on request', async () => {
  await open(() => Promise.reject(new Error('boom')));
  await expect.element(page.getByText('Falha ao carregar o que precisa de atenção.')).toBeVisible();
  platform = async () => ({ ...NOTHING, broken_link: 2 });
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect.poll(texts).toEqual([['Produto com link quebrado2', '/produtos']]);
});

function texts() {
  return page
    .getByRole('listitem')
    .getByRole('link')
    .elements()
    .map((link) => [link.textContent, link.getAttribute('href')?.replace(/\?.*/, '')] as const);
}

async function open(answer: () => Promise<Numbers>) {
  platform = answer;
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <div className="grid w-96 max-w-full *:min-h-83.25">
          <AttentionCard />
        </div>
      ),
    }),
    history: createMemoryHistory(),
  });
  await render(
    <QueryClientProvider client={queryClient}>
      {/* Cast: the type expects the panel's own router; this is a test router. */}
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
}
