import { expect, it } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { safeLocalStorage } from '#lib/local-store.ts';
import { clearNotificacoes, useIsNotificacaoCleared } from './cleared.ts';

const own = 'vitrine:notificacoes-limpas:';
const old = { id: 58, created_at: '2026-11-26T12:00:00+00:00' };
const other = { id: 58, created_at: '2026-11-27T09:30:00+00:00' };

it('shows a notification that has the id of a cleared one since a backup was restored', async () => {
  safeLocalStorage.remove(own);
  const { result, act } = await renderHook(useIsNotificacaoCleared);
  let undo = () => {};
  await act(() => void (undo = clearNotificacoes([old])));
  expect([result.current(old), result.current(other)]).toEqual([true, false]);
  await act(() => undo());
  expect(result.current(old)).toBe(false);
});

it('still hides the notifications whose id alone is stored', async () => {
  safeLocalStorage.set(own, '[58]');
  const { result } = await renderHook(useIsNotificacaoCleared);
  expect([result.current(old), result.current({ ...old, id: 59 })]).toEqual([true, false]);
  safeLocalStorage.remove(own);
});
