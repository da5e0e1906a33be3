import { PlatformError, unwrapCounted } from './unwrap.ts';

/** The rows of one page and the exact number of all matches. */
export type Page<Row> = { rows: Row[]; total: number };

type Answer<Row> = { data: Row[] | null; count: number | null; error: unknown; status: number };
type Rangeable<Row> = { range(from: number, to: number): PromiseLike<Answer<Row>> };

/**
 * Reads one page of a query that asks for the exact count. A page beyond the last one has no rows and
 * the total 0 or more, whatever the platform makes of it (PostgREST docs, Errors: PGRST103).
 */
export async function fetchPage<Row>(
  query: Rangeable<Row>,
  { pagina, por }: { pagina: number; por: number },
): Promise<Page<Row>> {
  const from = (pagina - 1) * por;
  try {
    const { data, count } = await unwrapCounted(query.range(from, from + por - 1));
    return { rows: data ?? [], total: count };
  } catch (error) {
    if (error instanceof PlatformError && error.code === 'PGRST103')
      return { rows: [], total: totalIn(error.details) };
    throw error;
  }
}

type Orderable<Query> = { order(column: string, options?: { ascending?: boolean }): Query };

/**
 * Sorts a query by the column of the address, then by those that make the order complete; a leading
 * '-' means from the last to the first.
 */
export function ordered<Query extends Orderable<Query>>(
  query: Query,
  ordem: string,
  ...then: string[]
): Query {
  const rest = then.filter((column) => bare(column) !== bare(ordem));
  return [ordem, ...rest].reduce(
    (sorted, column) => sorted.order(bare(column), { ascending: column === bare(column) }),
    query,
  );
}

function bare(column: string): string {
  return column.replace(/^-/, '');
}

// 'An offset of 100 was requested, but there are only 90 rows.'
function totalIn(details: string): number {
  return Number(/only (\d+) rows/.exec(details)?.[1] ?? 0);
}
