import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.ts';
import type { Database, Queryable } from '../database/database.ts';
import { tooMany } from './errors.ts';

type Attempt = {
  kind: 'sign-in' | 'recovery';
  email: string;
  ip: string;
  /** How long two attempts on one account must lie apart. */
  apartSeconds?: number;
};
/** An attempt that was let through. It counts as a failure until it is settled. */
type Admission = { succeeded(): Promise<void>; failed(): Promise<void> };

/**
 * A password check takes a tenth of a second; what is older was left behind by a process that died.
 */
const CHECK_TAKES_AT_MOST_SECONDS = 30;
const WAITS = { eachMs: 40, atMost: 200 };

/**
 * Lets an attempt through, or refuses it. Failures of the last minutes count, by account and by
 * address, whichever process saw them. A check still running might become a failure: when it could
 * be the one too many, the newcomer waits for it, so neither a burst of guesses nor a burst of
 * honest sign-ins is judged wrongly.
 * @throws AuthError 429 over_request_rate_limit, or over_email_send_rate_limit when they lie too
 * close
 */
export async function admit(
  db: Database,
  limits: Config['limits'],
  attempt: Attempt,
): Promise<Admission> {
  const keys = keysOf(attempt);
  for (let waited = 0; waited < WAITS.atMost; waited += 1) {
    const verdict = await db.transaction((tx) => judge(tx, limits, keys));
    if (verdict.kind === 'admitted') return admission(db, keys, verdict.id);
    if (verdict.kind === 'refused') throw tooMany(verdict.code, verdict.seconds);
    await sleep(WAITS.eachMs);
  }
  throw tooMany('over_request_rate_limit', 1);
}

/** Forgets the failures of an account whose owner has proved to be himself. */
export async function forgive(db: Queryable, email: string) {
  await db.query('delete from vitrine_backend.attempts where account = $1 and failed', [
    accountOf(email),
  ]);
}

type Keys = { kind: Attempt['kind']; account: Buffer; address: string; apartSeconds: number };

function keysOf({ kind, email, ip, apartSeconds = 0 }: Attempt): Keys {
  return { kind, account: accountOf(email), address: addressOf(ip), apartSeconds };
}

function accountOf(email: string) {
  return createHash('sha256').update(email.toLowerCase()).digest();
}

/** One household or office has a whole /64 of IPv6 addresses. */
export function addressOf(ip: string) {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = ip.split('%')[0]?.split('::') ?? [];
  const before = head ? head.split(':') : [];
  const after = tail ? tail.split(':') : [];
  const missing = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const groups = [...before, ...missing, ...after].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group || '0', 16).toString(16)).join(':')}::/64`;
}

type Verdict =
  | { kind: 'admitted'; id: string }
  | {
      kind: 'refused';
      code: 'over_request_rate_limit' | 'over_email_send_rate_limit';
      seconds: number;
    }
  | { kind: 'undecided' };

async function judge(tx: Queryable, limits: Config['limits'], keys: Keys): Promise<Verdict> {
  // Always the address first, so that two attempts never wait for each other in a circle.
  await lock(tx, `${keys.kind} address ${keys.address}`);
  await lock(tx, `${keys.kind} account ${keys.account.toString('hex')}`);
  const window = limits.failureWindowSeconds;
  await tx.query(FORGET_OLD, [Math.max(window, keys.apartSeconds, CHECK_TAKES_AT_MOST_SECONDS)]);
  const early = await secondsTooEarly(tx, keys);
  if (early > 0) return { kind: 'refused', code: 'over_email_send_rate_limit', seconds: early };
  for (const [column, limit] of [
    ['account', limits.failuresPerAccount],
    ['address', limits.failuresPerAddress],
  ] as const) {
    const { rows } = await tx.query<Count>(countBy(column), [
      keys.kind,
      keys[column],
      window,
      limit,
    ]);
    const { failures = 0, running = 0, seconds = 1 } = rows[0] ?? {};
    if (failures >= limit) {
      return { kind: 'refused', code: 'over_request_rate_limit', seconds: Math.max(1, seconds) };
    }
    if (failures + running >= limit) return { kind: 'undecided' };
  }
  const { rows } = await tx.query<{ id: string }>(
    'insert into vitrine_backend.attempts (kind, account, address) values ($1, $2, $3) returning id',
    [keys.kind, keys.account, keys.address],
  );
  return { kind: 'admitted', id: rows[0]?.id ?? '' };
}

async function lock(tx: Queryable, what: string) {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 5))', [what]);
}

async function secondsTooEarly(tx: Queryable, { kind, account, apartSeconds }: Keys) {
  if (apartSeconds === 0) return 0;
  const { rows } = await tx.query<{ seconds: number | null }>(
    `select ceil(extract(epoch from max(happened_at) + make_interval(secs => $3) - clock_timestamp()))::int as seconds
      from vitrine_backend.attempts where kind = $1 and account = $2`,
    [kind, account, apartSeconds],
  );
  return rows[0]?.seconds ?? 0;
}

type Count = { failures: number; running: number; seconds: number };

/** `seconds`: until the oldest failure that keeps the limit reached falls out of the window. */
function countBy(column: 'account' | 'address') {
  return `with counted as (
      select failed, happened_at from vitrine_backend.attempts
      where kind = $1 and ${column} = $2 and happened_at > clock_timestamp() - make_interval(secs => $3)
    )
    select count(*) filter (where failed)::int as failures,
      count(*) filter (where not failed and happened_at > clock_timestamp() - make_interval(secs => ${CHECK_TAKES_AT_MOST_SECONDS}))::int as running,
      ceil(extract(epoch from (
        select happened_at from counted where failed order by happened_at desc offset greatest($4::int - 1, 0) limit 1
      ) + make_interval(secs => $3) - clock_timestamp()))::int as seconds
    from counted`;
}

const FORGET_OLD = `delete from vitrine_backend.attempts where id in (
  select id from vitrine_backend.attempts where happened_at < clock_timestamp() - make_interval(secs => $1)
  limit 100 for update skip locked)`;

function admission(db: Database, keys: Keys, id: string): Admission {
  return {
    async succeeded() {
      await db.query(
        'delete from vitrine_backend.attempts where id = $1 or (kind = $2 and account = $3 and failed)',
        [id, keys.kind, keys.account],
      );
    },
    async failed() {
      await db.query(
        'update vitrine_backend.attempts set failed = true, happened_at = clock_timestamp() where id = $1',
        [id],
      );
    },
  };
}
