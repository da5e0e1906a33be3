import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Cost, FamilyRecorders } from './family.ts';
import { sendHttpRequest } from './send.ts';
import type { Installation } from './installation.ts';

export type MeasuredAttack<T> = {
  what: string;
  /** The maximum cost: see `Cost`. */
  limits: Cost;
  attack(): Promise<T>;
};

const SAMPLE_MS = 150;
const HONEST_MS = 2_000;
const MB = 1024 * 1024;

/**
 * Runs an attack and returns its result. Checks its duration and the growth of memory and disk against `limits`, and
 * that the backend responds afterwards. Works only on Linux, because it reads /proc.
 */
export async function measureAttack<T>(
  installation: Installation,
  { holds, note }: FamilyRecorders,
  { what, limits, attack }: MeasuredAttack<T>,
): Promise<T> {
  const before = await sample(installation);
  const watch = watchPeak(installation);
  const begun = performance.now();
  const result = await attack();
  const seconds = (performance.now() - begun) / 1000;
  const peak = await watch.end();
  const cost: Cost = {
    seconds,
    node: peak.node - before.node,
    postgres: peak.postgres - before.postgres,
    disk: peak.disk - before.disk,
  };
  note(what, cost);
  holds(`${what}: at most ${limits.seconds} s`, cost.seconds <= limits.seconds, cost);
  holds(`${what}: at most ${limits.node} MB of the process`, cost.node <= limits.node, cost);
  holds(
    `${what}: at most ${limits.postgres} MB of PostgreSQL`,
    cost.postgres <= limits.postgres,
    cost,
  );
  holds(`${what}: at most ${limits.disk} MB of the disk`, cost.disk <= limits.disk, cost);
  holds(`${what}: both processes were measured`, before.node > 10 && before.postgres > 1, before);
  const honest = await sendLegitimateRequest(installation);
  holds(
    `${what}: the next honest request gets its response at once`,
    honest.status === 200 && honest.ms < HONEST_MS,
    [honest.status, honest.ms, installation.output().slice(-400)],
  );
  return result;
}

/** Sends a small request as bruno. */
export function sendLegitimateRequest({ url, anonKey, bruno }: Installation) {
  return sendHttpRequest(url, 'GET', '/rest/v1/plans?select=name', {
    headers: { apikey: anonKey, authorization: `Bearer ${bruno.token}` },
  });
}

type Sample = Omit<Cost, 'seconds'>;

function watchPeak(installation: Installation) {
  const peak: Sample = { node: 0, postgres: 0, disk: 0 };
  const over = new AbortController();
  const watching = (async () => {
    while (!over.signal.aborted) {
      raise(peak, await sample(installation));
      await wait(SAMPLE_MS);
    }
  })();
  return {
    async end() {
      over.abort();
      await watching;
      raise(peak, await sample(installation));
      return peak;
    },
  };
}

function raise(peak: Sample, now: Sample) {
  for (const name of ['node', 'postgres', 'disk'] as const)
    peak[name] = Math.max(peak[name], now[name]);
}

async function sample({ pid, postgres, dataDir }: Installation): Promise<Sample> {
  const processes = [postgres, ...(await listChildProcessIds(postgres))];
  const memory = await Promise.all(processes.map((one) => memoryOf(one, 'RssAnon')));
  return {
    node: await memoryOf(pid, 'VmRSS'),
    postgres: memory.reduce((sum, size) => sum + size, 0),
    disk: await sizeOf(dataDir),
  };
}

/** Returns the memory of a process in MB; 0 if it has ended. `RssAnon` does not include PostgreSQL's shared memory. */
async function memoryOf(pid: number, line: 'VmRSS' | 'RssAnon') {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(new RegExp(`${line}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
}

/** Returns the ids of the child processes of a process; an empty list if it has ended. */
export async function listChildProcessIds(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.split(' ').filter(Boolean).map(Number);
}

/** Returns the size of a folder in MB, without PostgreSQL's write-ahead log, which grows in files of 16 MB. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = entries
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('pg_wal'))
    .map(({ parentPath, name }) =>
      stat(join(parentPath, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / MB;
}

/** Returns the number of responses of each status: `{ 200: 3, 429: 1 }`. */
export function countByStatus(statuses: number[]): Record<string, number> {
  const groups = [...Map.groupBy(statuses, (status) => status)];
  return Object.fromEntries(groups.map(([status, all]) => [status, all.length]));
}
