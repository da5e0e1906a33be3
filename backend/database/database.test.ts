import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Identity } from '../identity.ts';
import { cloneDatabase, dropDatabase } from '../testing/cluster.ts';
import { openPool, type Database } from './database.ts';
import { deriveLoginRoleSettings } from './login-roles.ts';
import { findRunningServer } from './running.ts';
import { withClient, type ConnectionSettings } from './superuser.ts';

const ANON: Identity = { role: 'anon', claims: { role: 'anon' } };
const STAFF: Identity = { role: 'authenticated', claims: { role: 'authenticated' } };

let superuser: ConnectionSettings;
let opened: Database[] = [];
/** The errors of lost connections of the pools that `one` has opened. */
let lost: Error[] = [];
beforeAll(async () => {
  superuser = await cloneDatabase(inject('cluster'), 'schema');
});
afterEach(async () => {
  await Promise.all(opened.map((database) => database.close()));
  opened = [];
  lost = [];
});
afterAll(() => dropDatabase(inject('cluster'), superuser.database));

/** Opens a pool of one connection, so that all statements use the same connection. */
function one(more: { query_timeout?: number; connectionTimeoutMillis?: number } = {}) {
  const settings = { ...deriveLoginRoleSettings(superuser, 'authenticator'), max: 1, ...more };
  const database = openPool(settings, (error) => lost.push(error));
  opened.push(database);
  return database;
}

describe('the prepared statements of a connection', () => {
  async function preparedTexts(database: Database) {
    const { rows } = await database.query<{ statement: string }>(
      `select statement from pg_prepared_statements where name <> 'take-role'`,
    );
    return rows.map((row) => row.statement);
  }

  it('are texts that have succeeded, from their second use', async () => {
    const database = one();
    await database.queryAs(STAFF, {}, 'select 1 as once', []);
    expect(await preparedTexts(database)).toEqual([]);

    await database.queryAs(STAFF, {}, 'select 1 as once', []);

    expect(await preparedTexts(database)).toContain('select 1 as once');
  });

  it('include no refused text, and none of an anonymous client', async () => {
    const database = one();
    for (let time = 0; time < 3; time += 1) {
      const denied = database.queryAs(STAFF, {}, 'select from auth.users', []);
      await expect(denied).rejects.toMatchObject({ code: '42501' });
      await database.queryAs(ANON, {}, 'select 2 as strange', []);
      await database.transactionAs(ANON, {}, (tx) => tx.query('select 3 as strange', []));
    }

    expect(await preparedTexts(database)).toEqual([]);
  });

  it('include no long text', async () => {
    const database = one();
    const text = `select '${'x'.repeat(9_000)}'`;
    for (let time = 0; time < 3; time += 1) await database.queryAs(STAFF, {}, text, []);

    expect(await preparedTexts(database)).toEqual([]);
  });

  it('are limited: the least recently used one is deallocated', async () => {
    const database = one();
    const text = (number: number) =>
      `select ${number} as number, '${'x'.repeat(4_000)}' as filling`;
    for (let number = 0; number < 100; number += 1) {
      await database.queryAs(STAFF, {}, text(number), []);
      await database.queryAs(STAFF, {}, text(number), []);
      await database.queryAs(STAFF, {}, text(0), []);
    }

    const texts = await preparedTexts(database);

    expect(texts.length).toBeGreaterThan(10);
    expect(texts.join('').length).toBeLessThan(110_000);
    expect(texts).toContain(text(0));
    expect(texts).toContain(text(99));
    expect(texts).not.toContain(text(1));
    await database.queryAs(STAFF, {}, text(1), []); // the name was deallocated, and the text is prepared again
    expect(await preparedTexts(database)).toContain(text(1));
  });
});

describe('the time limit of a statement', () => {
  it("is that of the request's role, not of the login role", async () => {
    const database = one();
    const limit = async (identity: Identity) =>
      (await database.queryAs(identity, {}, `select current_setting('statement_timeout')`)).rows;
    expect(await limit(ANON)).toEqual([{ current_setting: '3s' }]);
    expect(await limit(STAFF)).toEqual([{ current_setting: '8s' }]);
    const begun = Date.now();

    const endless = database.queryAs(ANON, {}, 'select pg_sleep(20)');

    await expect(endless).rejects.toMatchObject({ code: '57014' });
    expect(Date.now() - begun).toBeLessThan(7_000);
  });

  it.each(['authenticator', 'supabase_auth_admin', 'supabase_storage_admin'] as const)(
    'is set, as are those of locks and idle transactions, for %s',
    async (role) => {
      const database = openPool({ ...deriveLoginRoleSettings(superuser, role), max: 1 }, () => {});
      opened.push(database);
      const { rows } = await database.query(`select name from pg_settings where setting = '0'
        and name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')`);
      expect(rows).toEqual([]);
    },
  );
});

describe('an aborted request', () => {
  const ownPid = async (database: Database) =>
    (await database.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;

  it('is cancelled, and its connection is not used again', async () => {
    const database = one();
    const before = await ownPid(database);
    const begun = Date.now();

    const abandoned = database.queryAs(
      STAFF,
      { signal: AbortSignal.timeout(50) },
      'select pg_sleep(5)',
    );
    const next = database.queryAs(STAFF, {}, 'select pg_sleep(0.3)');

    await expect(abandoned).rejects.toMatchObject({ code: '57014' });
    expect(Date.now() - begun).toBeLessThan(2_500);
    await expect(next).resolves.toBeDefined();
    expect(await ownPid(database)).not.toBe(before);
  });

  it('completes when it ends shortly afterwards, and its connection is used again', async () => {
    const database = one();
    const before = await ownPid(database);
    const signal = AbortSignal.timeout(10);
    await database.queryAs(STAFF, { signal }, 'select pg_sleep(0.05)');
    expect(await ownPid(database)).toBe(before);
  });

  it('takes no connection when it is already aborted, and stops between two statements', async () => {
    const database = one();
    const gone = AbortSignal.abort(new Error('gone'));
    await expect(database.queryAs(STAFF, { signal: gone }, 'select 1')).rejects.toThrow('gone');
    const leaving = new AbortController();
    const changed = database.transactionAs(STAFF, { signal: leaving.signal }, async (tx) => {
      await tx.query('select 1');
      leaving.abort(new Error('gone'));
      await tx.query('select 2');
    });
    await expect(changed).rejects.toThrow('gone');
  });
});

describe('a database that cannot respond', () => {
  it('is reported as full when no connection becomes free', async () => {
    const database = one({ connectionTimeoutMillis: 1_500 });
    const busy = database.query('select pg_sleep(3)');

    await expect(database.query('select 1')).rejects.toMatchObject({
      reason: 'no_free_connection',
    });
    await busy;
  });

  it('loses its connection when it is unresponsive, and gets a new one', async () => {
    const database = one({ query_timeout: 1_000 });
    const silent = { reason: 'no_response' };

    await expect(database.queryAs(STAFF, {}, 'select pg_sleep(4)')).rejects.toMatchObject(silent);
    await expect(database.query('select pg_sleep(4)')).rejects.toMatchObject(silent);

    expect(lost).toMatchObject([silent, silent]);
    expect((await database.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('may take long while it accepts connections', async () => {
    const database = one();
    await expect(database.queryAs(STAFF, {}, 'select pg_sleep(7)')).resolves.toBeDefined();
  });

  it('is reported when it is not running', async () => {
    const database = openPool({ ...superuser, host: '/nowhere' }, () => {});
    opened.push(database);
    await expect(database.query('select 1')).rejects.toMatchObject({ reason: 'no_response' });
  });

  it('does not crash the process when it ends just after it has accepted a connection', async () => {
    const server = createServer((socket) => {
      socket.once('data', () => socket.end(Buffer.concat([WELCOME, LAST_WORDS])));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // the server listens on a TCP port
    const dying = { ...superuser, host: '127.0.0.1', port };
    const database = openPool(dying, () => {});
    opened.push(database);

    // An `error` event without a listener would crash the process.
    await expect(database.query('select 1')).rejects.toMatchObject({ reason: 'no_response' });
    await expect(withClient(dying, (client) => client.query('select 1'))).rejects.toThrow();
    server.close();
  });

  it('does not block the check for a running server', async () => {
    const server = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // the server listens on a TCP port
    const directory = await mkdtemp(join(tmpdir(), 'vitrine-silent-'));
    await writeFile(join(directory, 'postmaster.pid'), `1\n\n\n${port}\n\n127.0.0.1\n`);

    expect(await findRunningServer(directory, 'x')).toBeUndefined();

    server.close();
    await rm(directory, { recursive: true });
  });

  it('fails only the request, not the process, when a result cannot be read', async () => {
    const database = one();
    const read = Buffer.prototype.toString as Buffer['toString']; // `prototype` has the type any
    Buffer.prototype.toString = function (
      this: Buffer,
      encoding?: BufferEncoding,
      start = 0,
      end = this.length,
    ) {
      if (end - start > 100_000) throw new RangeError('Cannot create a string longer than that');
      return read.call(this, encoding, start, end);
    };

    const unreadable = database.query(`select repeat('x', 200000) as text`);

    await expect(unreadable).rejects.toMatchObject({ reason: 'no_response' });
    Buffer.prototype.toString = read;
    expect((await database.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });
});

/** AuthenticationOk and ReadyForQuery (PostgreSQL docs, Message Formats). */
const WELCOME = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1');
const LAST_WORDS = Buffer.from(`E\0\0\0\x24SFATAL\0C57P01\0Munexpected exit\0\0`, 'latin1');
