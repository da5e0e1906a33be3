import '../../styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { queryClient } from '#data/query-client.ts';
import { batchesPerDayQuery } from './dashboard.queries.ts';
import type { DailyBatchCount } from './dashboard.queries.ts';
import { ActivityChart } from './activity-chart.tsx';

/** The numbers of batches on 29 days: always 0. */
const quiet = Array.from({ length: 29 }, () => 0);

/** The mocked response of `batchesPerDayQuery`. */
let platform: () => Promise<DailyBatchCount[]>;

beforeEach(() => {
  Object.assign(batchesPerDayQuery, { queryFn: () => platform() });
  queryClient.clear();
});

it('shows a chart of thirty days with a summary, or a table on request', async () => {
  await open(async () =>
    month(Array.from({ length: 30 }, (_, index) => (index === 3 ? 1234 : index % 2))),
  );
  await expect.element(page.getByText('1.248 alterações')).toBeVisible();
  const chart = page.getByRole('img', {
    name: 'Alterações por dia: 1.248 em 30 dias, o máximo em 04/11/2026, com 1.234.',
  });
  await expect.element(chart).toBeVisible();
  expect(chart.element().querySelectorAll('title')).toHaveLength(30);
  expect(chart.element().querySelectorAll('.fill-accent')).toHaveLength(15);
  await page.getByRole('button', { name: 'Ver como tabela' }).click();
  const rows = page.getByRole('row');
  await expect.poll(() => rows.elements()).toHaveLength(31);
  expect(rows.elements()[1]!.textContent).toBe('30/11/20261');
  await expect.element(page.getByRole('row', { name: '04/11/2026 1.234' })).toBeInTheDocument();
  await page.getByRole('button', { name: 'Ver como gráfico' }).click();
  await expect.element(chart).toBeVisible();
});

it('keeps its height with any content, on a phone too', async () => {
  await page.viewport(320, 640);
  let answer: (days: DailyBatchCount[]) => void = () => {};
  await open(() => new Promise((resolve) => (answer = resolve)));
  const height = () => page.getByRole('region').first().element().getBoundingClientRect().height;
  await expect.element(page.getByRole('status', { name: 'Carregando...' })).toBeVisible();
  const before = height();
  answer(month([...quiet, 1_234_567]));
  await expect.element(page.getByText('1.234.567 alterações')).toBeVisible();
  expect(height()).toBe(before);
  await page.getByRole('button', { name: 'Ver como tabela' }).click();
  await expect.element(page.getByRole('table')).toBeVisible();
  expect(height()).toBe(before);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  await page.viewport(1366, 768);
});

it('shows that nothing was changed', async () => {
  await open(async () => month([...quiet, 0]));
  await expect
    .element(page.getByRole('img', { name: 'Nenhuma alteração nos últimos 30 dias.' }))
    .toBeVisible();
  await expect.element(page.getByText('0 alterações')).toBeVisible();
});

it('shows a failed request, and retries on request', async () => {
  await open(() => Promise.reject(new Error('boom')));
  await expect.element(page.getByText('Falha ao carregar as alterações.')).toBeVisible();
  platform = async () => month([...quiet, 1]);
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect.element(page.getByText('1 alteração', { exact: true })).toBeVisible();
});

/** Returns days of November with these numbers of batches. */
function month(counts: number[]): DailyBatchCount[] {
  return counts.map((count, index) => ({
    day: `2026-11-${String(index + 1).padStart(2, '0')}`,
    batches: count,
  }));
}

async function open(answer: () => Promise<DailyBatchCount[]>) {
  platform = answer;
  await render(
    <QueryClientProvider client={queryClient}>
      <ActivityChart />
    </QueryClientProvider>,
  );
}
