import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { safeLocalStorage } from '#lib/local-store.ts';
import { restoreTrashedFiles, finishRestoringFiles } from './trashed-pictures.ts';
import { deleteFiles } from './unused-pictures.ts';

let [now, most, done] = [0, 0, 0];
/** The files whose moves get no response. */
let lost: string[] = [];
/** The files whose moves are refused. */
let refused: string[] = [];
/** The number of next moves that fail with the status 429 (rate limit). */
let excess = 0;
const moved: string[] = [];
const startedAt: number[] = [];

vi.mock('./rest-client.ts', () => ({ rest: {} }));
vi.mock('./storage-client.ts', () => ({
  storage: {
    from: () => ({
      async remove() {
        return { error: { message: 'Failed to fetch' } };
      },
      async move(from: string) {
        startedAt.push(performance.now());
        if (excess > 0) {
          excess -= 1;
          return { error: { message: 'Too many requests', status: 429 } };
        }
        if (lost.includes(from)) return { error: new TypeError('Failed to fetch') };
        if (refused.includes(from)) return { error: { message: 'Access denied', status: 403 } };
        moved.push(from);
        most = Math.max(most, (now += 1));
        await new Promise((resolve) => setTimeout(resolve, 1));
        now -= 1;
        done += 1;
        return { error: null };
      },
    }),
  },
}));

it('moves the pictures of a thousand records in the background, with limited concurrency', async () => {
  const files = Array.from({ length: 1_000 }, (_, n) => ({ bucket: 'logos', path: `${n}.png` }));
  await restoreTrashedFiles(files);
  expect(done).toBeLessThan(1_000);
  await expect.poll(() => done, { timeout: 30_000 }).toBe(1_000);
  expect(most).toBe(4);
});

it('repeats at the next visit only the moves whose response was lost', async () => {
  const files = ['a', 'b', 'c'].map((name) => ({ bucket: 'logos', path: `parceiros/${name}.png` }));
  [lost, refused] = [['logos/parceiros/b.png'], ['logos/parceiros/c.png']];
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  await restoreTrashedFiles(files);
  [lost, refused] = [[], []];
  moved.length = 0;

  await finishRestoringFiles();
  await finishRestoringFiles();
  expect(moved).toEqual(['logos/parceiros/b.png']);
});

it('says in Portuguese why files were not deleted', async () => {
  await expect(deleteFiles([{ bucket: 'logos', path: 'parceiros/a.png' }])).rejects.toThrow(
    'Os dados foram removidos, mas nem todos os arquivos: Sem conexão com o servidor. Verifique sua internet e tente novamente.',
  );
});

describe('moves that another tab still makes', () => {
  const noted = ['logos/parceiros/d.png'];

  beforeEach(async () => {
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    lost = noted;
    await restoreTrashedFiles([{ bucket: 'logos', path: 'parceiros/d.png' }]);
    lost = [];
    moved.length = 0;
  });

  it('are not repeated', async () => {
    let isBusy = true;
    // A fake of `navigator.locks`, which older versions of Node.js do not have.
    const request = async (
      _name: string,
      { mode }: LockOptions,
      work: (lock?: object) => unknown,
    ) => work(isBusy && mode === 'exclusive' ? undefined : {});
    vi.stubGlobal('navigator', { locks: { request } });
    await finishRestoringFiles();
    expect(moved).toEqual([]);
    isBusy = false;
    await finishRestoringFiles();
    expect(moved).toEqual(noted);
  });

  it('are made where the browser refuses locks, as it refuses storage', async () => {
    const request = () => Promise.reject(new DOMException('Not allowed', 'SecurityError'));
    vi.stubGlobal('navigator', { locks: { request } });
    await finishRestoringFiles();
    expect(moved).toEqual(noted);
  });

  it('are not repeated over plain HTTP, which has no locks', async () => {
    vi.stubGlobal('navigator', {});
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    safeLocalStorage.set('vitrine:files-return-at', String(Date.now()));
    const finishing = finishRestoringFiles();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(moved).toEqual([]);
    // Simulate that the other tab was closed more than two minutes ago.
    safeLocalStorage.set('vitrine:files-return-at', String(Date.now() - 130_000));
    await vi.advanceTimersByTimeAsync(60_000);
    await vi.waitFor(() => expect(moved).toEqual(noted));
    await vi.advanceTimersByTimeAsync(1_000);
    await finishing;
    vi.useRealTimers();
    expect(safeLocalStorage.get('vitrine:files-return-at')).toBeNull();
  });
});

describe('the limit of requests', { timeout: 60_000 }, () => {
  beforeAll(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));
  afterAll(() => void vi.useRealTimers());

  /** Advances the fake time second by second, because the code of the storage client loads in real time meanwhile. */
  async function passUntil(isOver: () => boolean) {
    for (let seconds = 0; seconds < 20_000 && !isOver(); seconds += 1)
      await vi.advanceTimersByTimeAsync(1_000);
  }
  async function pass(work: Promise<void>) {
    let isOver = false;
    void work.finally(() => (isOver = true));
    await passUntil(() => isOver);
    await work;
  }

  it('repeats a refused move for two minutes, and then at the next visit', async () => {
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    const restore = (name: string) =>
      restoreTrashedFiles([{ bucket: 'logos', path: `distribuidores/${name}.png` }]);
    moved.length = 0;

    excess = 3;
    await pass(restore('limited'));
    expect(moved).toEqual(['logos/distribuidores/limited.png']);

    excess = 1_000;
    await pass(restore('stopped'));
    expect(moved).toHaveLength(1);

    excess = 0;
    await pass(finishRestoringFiles());
    expect(moved.slice(1)).toEqual(['logos/distribuidores/stopped.png']);
  });

  it('leaves a third of the requests of each minute to other requests', async () => {
    startedAt.length = 0;
    const files = Array.from({ length: 10_000 }, (_, n) => ({ bucket: 'logos', path: `${n}.png` }));
    await restoreTrashedFiles(files);
    await passUntil(() => startedAt.length >= files.length);

    expect(startedAt).toHaveLength(10_000);
    // Each move starts at least a minute after the move 4,000 positions earlier.
    const apart = startedAt.slice(4_000).map((at, index) => at - (startedAt[index] ?? 0));
    expect(Math.min(...apart)).toBeGreaterThanOrEqual(60_000);
  });
});
