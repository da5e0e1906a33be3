import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { TEST_CALLERS } from '../people.ts';
import { NEXT_STEP_SQL } from '../staged-batches.ts';
import { DEFAULT_PRICE_GUARD_LIMITS } from './state.ts';
import type { Actor, PriceGuardLimits, Row } from './state.ts';

// The SQL of the model. The steps and the checks of the model call the database only through this adapter.

export type DatabaseRefusal = { code: string; hint: string; message: string; constraint: string };
export type RequestResult = {
  /**
   * - of a function: the `status` that it returned
   * - of an INSERT, UPDATE or DELETE: `written`, or `missing` if no row was written
   * - of a function that returns no `status`: `written`
   * - after a database error: `refused`
   */
  status: string;
  /** The batch of the history that the transaction wrote to; null if none. */
  batch: number | null;
  body: Record<string, unknown>;
  refusal?: DatabaseRefusal;
  /** Keys of the conflicts that the first request of an undo returned. */
  conflicts?: string[];
};
export type StoredRecord = { id: string; area: string; version: number; row: Row };
export type HistoryEntry = {
  batch: number;
  kind: string;
  undone: boolean;
  undoable: boolean;
  changes: {
    table: string;
    row_id: string;
    kind: string;
    before: Row | null;
    after: Row | null;
  }[];
};

export type Adapter = ReturnType<typeof makeAdapter>;

/**
 * A placeholder in texts that must be unique in the database: the adapter replaces it with the token of the current
 * sequence of test steps.
 */
const MARK = '§';

export function makeAdapter(client: pg.Client) {
  let token = '';

  function outgoing(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(outgoing);
    return typeof value === 'string' ? value.replaceAll(MARK, token) : value;
  }

  /** Runs one request: a transaction with the role and the claims of `person`. */
  async function request(person: Actor, text: string, values: unknown[]): Promise<RequestResult> {
    const { claims } = TEST_CALLERS[person];
    try {
      await client.query(
        `begin; select set_config('role', '${claims.role}', true),
          set_config('request.jwt.claims', '${JSON.stringify(claims)}', true)`,
      );
      const { rows, rowCount } = await client.query<{ result?: Record<string, unknown> }>(
        text,
        values.map(outgoing),
      );
      // The cast is needed because `pg` returns an array with the result of each statement in the text.
      const results = (await client.query(
        `select nullif(current_setting('vitrine.batch', true), '') as batch; commit`,
      )) as unknown as pg.QueryResult<{ batch: string | null }>[];
      const batch = results[0]?.rows[0]?.batch;
      const body = rows[0]?.result ?? {};
      // The cast is safe: if a function returns an object with `status`, the status is a text.
      const status = body['status'] as string | undefined;
      return {
        status: status ?? (rowCount === 0 ? 'missing' : 'written'),
        batch: batch ? Number(batch) : null,
        body,
      };
    } catch (error) {
      await client.query('rollback');
      if (!(error instanceof pg.DatabaseError)) throw error;
      return {
        status: 'refused',
        batch: null,
        body: {},
        refusal: {
          code: error.code ?? '',
          hint: error.hint ?? '',
          message: error.message,
          constraint: error.constraint ?? '',
        },
      };
    }
  }

  function call(person: Actor, name: string, values: unknown[]) {
    const list = values.map((_, place) => `$${place + 1}`).join(', ');
    return request(person, `select public.${name}(${list}) as result`, values);
  }

  async function sql<T extends pg.QueryResultRow>(text: string, values: unknown[] = []) {
    return (await client.query<T>(text, values.map(outgoing))).rows;
  }

  return {
    saveProduct: (
      person: Actor,
      product: object,
      images: object[] | null,
      version: number | null,
      confirmed: { real_price: unknown; promo_price: unknown } | null = null,
    ) =>
      call(person, 'save_product', [
        JSON.stringify(product),
        images && JSON.stringify(images),
        version,
        confirmed && JSON.stringify(confirmed),
      ]),

    insert: (person: Actor, area: string, row: Row) => {
      const names = Object.keys(row);
      return request(
        person,
        `insert into public.${area} (${names.join(', ')})
        values (${names.map((_, place) => `$${place + 1}`).join(', ')})`,
        Object.values(row),
      );
    },
    /** Updates a row through the table, if it still has the version that the client has read. */
    patch: (person: Actor, area: string, id: string, version: number, columns: Row) => {
      const set = Object.keys(columns).map((name, place) => `${name} = $${place + 3}`);
      return request(
        person,
        `update public.${area} set ${set.join(', ')} where id = $1 and version = $2`,
        [id, version, ...Object.values(columns)],
      );
    },
    deleteRow: (person: Actor, area: string, id: string) =>
      request(person, `delete from public.${area} where id = $1`, [id]),
    deleteProduct: (person: Actor, id: string) => call(person, 'delete_product', [id]),
    duplicate: (person: Actor, id: string) => call(person, 'duplicate_product', [id]),
    setGuard: (isEnforced: boolean, { up, down }: PriceGuardLimits) =>
      request(
        'administrador',
        'update public.price_guard set enforced = $1, up_limit = $2, down_limit = $3',
        [isEnforced, up, down],
      ),

    /**
     * Plans a bulk change, `size` records at a time. The returned `order` lists the ids of the records in the order in
     * which the steps write them.
     */
    async plan(person: Actor, ids: string[], change: object, size: number) {
      const id = randomUUID();
      const sent = [id, 'products', JSON.stringify({ ids }), JSON.stringify(change), size];
      let result = await call(person, 'plan_change', sent);
      while (result.status === 'planning') result = await call(person, 'plan_change', sent);
      const { body } = await call(person, 'batch_rows', [id, ['change', 'keep', 'refuse']]);
      // `batch_rows` returns a list, so `body` is this list.
      const order = (body as unknown as { record_id: string }[]).map((row) => row.record_id);
      return { id, result, order };
    },
    leaveOut: (person: Actor, plan: string, id: string) =>
      request(
        person,
        `select public.leave_out($1, array(
          select place from private.staged_batch_rows where batch_id = $1 and record_id = $2
        )) as result`,
        [plan, id],
      ),
    applyStep: (person: Actor, id: string, size: number, confirmed: number) =>
      request(person, NEXT_STEP_SQL, [id, size, confirmed]),
    /** Repeats the last step, as after a lost response. */
    repeatStep: (person: Actor, id: string) =>
      request(
        person,
        `select public.apply_batch(
          $1, coalesce((select steps from private.staged_batches where id = $1), 1), 1
        ) as result`,
        [id],
      ),
    /** Sends a step of all rows that exceeds the time limit, then the same step for one row. */
    async slowStep(person: Actor, id: string, confirmed: number) {
      await sql(`set statement_timeout = '60ms'`);
      const slow = await request(person, `${NEXT_STEP_SQL}, pg_sleep(0.2)`, [id, 1000, confirmed]);
      await sql('reset statement_timeout');
      if (slow.refusal?.code !== '57014') return slow;
      return request(person, NEXT_STEP_SQL, [id, 1, confirmed]);
    },
    dropPlan: (person: Actor, plan: string) => call(person, 'drop_batch', [plan]),

    async stage(person: Actor, area: string, rows: Row[]) {
      const id = randomUUID();
      const result = await call(person, 'stage_rows', [
        JSON.stringify({
          id,
          area,
          file_name: 'planilha.csv',
          total: rows.length,
          creates_categories: true,
        }),
        JSON.stringify(rows.map((cells, place) => ({ place: place + 2, cells }))),
      ]);
      return { id, result };
    },
    tryImport: (person: Actor, id: string) => call(person, 'plan_import', [id, 1000]),
    dropImport: (person: Actor, id: string) => call(person, 'drop_batch', [id]),

    /** Calls `plan_pictures` for these products. `seen`: the pictures that the client last read. Uploads no file. */
    async planPictures(person: Actor, products: { id: string; seen: string[] }[]) {
      const id = randomUUID();
      const rows = products.map((product, index) => ({
        place: index + 1,
        record_id: product.id,
        before: { images: product.seen.map((url) => ({ url })) },
        after: { images: [{ file: 'a.png' }] },
      }));
      const opening = { id, file_name: 'fotos.zip', total: rows.length };
      const result = await call(person, 'plan_pictures', [
        JSON.stringify(opening),
        JSON.stringify(rows),
      ]);
      return { id, result };
    },
    applyPictures: (person: Actor, id: string, place: number, images: object[]) =>
      request(
        person,
        `select public.apply_batch(
          $1, coalesce((select steps from private.staged_batches where id = $1), 0) + 1, 1, 0, $2
        ) as result`,
        [id, JSON.stringify([{ place, images }])],
      ),

    async undo(
      person: Actor,
      batch: number | null,
      only: string | null,
      decide: (conflict: { key: string; kind: string }) => 'keep' | 'restore' | null,
    ): Promise<RequestResult> {
      const first = await call(person, 'undo_batch', [batch, '{}', only]);
      if (first.status !== 'conflict') return first;
      // The type of the conflicts that `undo_batch` returns.
      const conflicts = first.body['conflicts'] as { key: string; kind: string; version: number }[];
      const keys = conflicts.map(({ key }) => key);
      const decided = conflicts.map((conflict) => [conflict.key, decide(conflict)] as const);
      if (decided.some(([, choice]) => choice === null)) return { ...first, conflicts: keys };
      const decisions = JSON.stringify(
        Object.fromEntries(
          decided.map(([key, choice], place) => [
            key,
            choice === 'restore' ? { version: conflicts[place]!.version } : choice,
          ]),
        ),
      );
      return { ...(await call(person, 'undo_batch', [batch, decisions, only])), conflicts: keys };
    },
    /** Undoes a batch in steps of `size` records, as the panel does for a batch of many records. */
    async undoInSteps(person: Actor, batch: number | null, size: number): Promise<RequestResult> {
      let written: number | null = null;
      for (let after = ''; ;) {
        const step = await call(person, 'undo_batch', [batch, '{}', null, after, size]);
        written = step.batch ?? written;
        if (step.status !== 'undoing') return { ...step, batch: written };
        after = String(step.body['after']);
      }
    },
    restoreTrashed: (person: Actor, batch: number | null, ids: string[]) =>
      call(person, 'restore_trashed', [batch, ids]),
    restore: (
      person: Actor,
      area: string,
      id: string,
      batch: number | null,
      column: string | null,
    ) => call(person, 'restore_record', [area, id, batch, column]),
    discard: (person: Actor, batch: number | null, id: string) =>
      call(person, 'discard_records', [batch, [id]]),
    anonymise: (person: Actor, area: string, id: string) => call(person, 'anonymise', [area, id]),

    /** Reads the complete history of a record, the newest entry first. */
    async history(area: string, id: string): Promise<HistoryEntry[]> {
      const entries: HistoryEntry[] = [];
      for (let before: number | null = null; ;) {
        const { body } = await call('administrador', 'record_history', [area, id, before, 100]);
        entries.push(...((body['entries'] ?? []) as HistoryEntry[]));
        before = (body['next'] ?? null) as number | null;
        if (before === null) return entries;
      }
    },
    async trash(): Promise<{ record_id: string; batch: number }[]> {
      const { body } = await call('administrador', 'trash', [null, null, 100]);
      return body as unknown as { record_id: string; batch: number }[];
    },

    /**
     * Begins a sequence: sets its token, deletes all staged batches and resets the price guard.
     * @returns `since`: a time before the first record of the sequence; `firstBatch`: the id of the newest batch before
     * the sequence
     */
    async begin(number: number): Promise<{ since: string; firstBatch: number }> {
      token = `z${number}z`;
      await sql('delete from private.staged_batches');
      await sql(
        `update public.price_guard set enforced = false, up_limit = ${DEFAULT_PRICE_GUARD_LIMITS.up}, down_limit = ${DEFAULT_PRICE_GUARD_LIMITS.down}`,
      );
      const [row] = await sql<{ since: string; batch: string }>(
        `select clock_timestamp()::text as since, coalesce(max(id), 0) as batch from private.batches`,
      );
      return { since: row?.since ?? '', firstBatch: Number(row?.batch ?? 0) };
    },
    /** Reads the records created since a time, in the format of the model: the pictures are one column. */
    async read(since: string): Promise<StoredRecord[]> {
      const rows = await sql<StoredRecord>(
        `select id, 'products' as area, version,
          to_jsonb(product) - '{id,version,search_text,created_at,discount_percentage}'::text[]
            || jsonb_build_object('pictures', (
              select coalesce(json_agg(json_build_array(image.url, image.is_main, image.alt)
                order by image.position, image.id), '[]')::text
              from public.product_images as image where image.product_id = product.id
            )) as row
        from public.products as product where created_at >= $1
        union all
        select id, 'categories', version, jsonb_build_object('name', name, 'is_active', is_active)
        from public.categories where created_at >= $1
        union all
        select id, 'parceiros', version, jsonb_build_object(
          'name', name, 'email', email, 'phone', phone, 'address', address, 'cidade', cidade, 'status', status
        )
        from public.parceiros where created_at >= $1`,
        [since],
      );
      return rows.map((stored) => ({ ...stored, row: incoming(stored.row, token) }));
    },
    /** Searches the history after a batch, and all staged rows, for texts. Returns up to five matches. */
    async traces(texts: string[], firstBatch: number): Promise<string[]> {
      if (texts.length === 0) return [];
      const rows = await sql<{ place: string; text: string }>(
        `select kept.place, wanted.text
        from (
          select 'private.changes' as place, concat(before, after) as content
          from private.changes where batch > $2
          union all select 'private.batches', concat(title, note) from private.batches where id > $2
          union all select 'private.staged_batch_rows', concat(key, title, detail, cells, before, after, refusal)
          from private.staged_batch_rows
        ) as kept
        join unnest($1::text[]) as wanted (text) on strpos(kept.content, wanted.text) > 0
        limit 5`,
        [texts, firstBatch],
      );
      return rows.map(({ place, text }) => `${place}: ${text.replaceAll(token, MARK)}`);
    },
  };
}

/** Converts a row of the database to the format of the model. */
function incoming(row: Row, token: string): Row {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      if (typeof value !== 'string') return [column, value];
      if (column === 'pictures') return [column, JSON.stringify(JSON.parse(value))];
      if (column.endsWith('_at')) return [column, new Date(value).toISOString()];
      return [column, value.replaceAll(token, MARK)];
    }),
  );
}
