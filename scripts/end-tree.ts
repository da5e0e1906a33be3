import { spawnSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

/** Time between SIGTERM and SIGKILL: enough for PostgreSQL to stop and for its folder to be removed. */
const GRACE_MS = 20_000;
const CHECK_INTERVAL_MS = 250;

/**
 * Ends the process group of `leader` and all descendants, also descendants in separate groups (Chromium, PostgreSQL):
 * with SIGTERM, and after `graceMs` with SIGKILL. Without the program `ps` (in some containers), only the group gets
 * SIGKILL, at once.
 */
export async function endProcessTree(leader: number, graceMs = GRACE_MS) {
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(leader), '/T', '/F']);
    return;
  }
  // Store the id of each process when it is found. When its parent has ended, the process is a child of process 1, and
  // a search from `leader` does not find it.
  const tree = new Set<number>();
  const deadline = Date.now() + graceMs;
  for (;;) {
    const all = readProcesses();
    if (!all) return signal(-leader, 'SIGKILL');
    for (const id of membersOf(leader, all)) {
      if (!tree.has(id)) signal(id, 'SIGTERM');
      tree.add(id);
    }
    const alive = all.filter(({ id }) => tree.has(id));
    if (alive.length === 0) return;
    if (Date.now() > deadline) {
      for (const { id } of alive) signal(id, 'SIGKILL');
      return;
    }
    await wait(CHECK_INTERVAL_MS);
  }
}

/** Returns whether a process runs; false for a zombie process, and on a host without `ps`. */
export function isProcessRunning(id: number): boolean {
  return readProcesses()?.some((each) => each.id === id) ?? false;
}

type Process = { id: number; parent: number; group: number };

/** Returns the processes of this host without zombies (state Z), or undefined if there is no `ps`. */
function readProcesses(): Process[] | undefined {
  const columns = ['-o', 'pid=', '-o', 'ppid=', '-o', 'pgid=', '-o', 'stat='];
  const { stdout, error } = spawnSync('ps', ['-A', ...columns], { encoding: 'utf8' });
  if (error) return undefined;
  return stdout.split('\n').flatMap((line) => {
    const [id, parent, group, state] = line.trim().split(/\s+/);
    if (!id || state?.startsWith('Z')) return [];
    return { id: Number(id), parent: Number(parent), group: Number(group) };
  });
}

function membersOf(leader: number, all: readonly Process[]): Set<number> {
  const members = new Set<number>();
  for (let before = -1; before !== members.size;) {
    before = members.size;
    for (const { id, parent, group } of all) {
      if (id === leader || group === leader || members.has(parent)) members.add(id);
    }
  }
  return members;
}

function signal(id: number, name: 'SIGTERM' | 'SIGKILL') {
  try {
    process.kill(id, name);
  } catch {
    // The process has ended meanwhile.
  }
}
