import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { Database } from '../database/database.ts';
import { buildRowsResponse, computeRowRange, type PreparedRequest } from './response.ts';
import { prepareCall } from './call.ts';
import { loadSchemaCache, type SchemaCache } from './catalogue.ts';
import {
  createAnonymousDeniedError,
  refuseUnsupported,
  refuseUnsupportedIf,
  StaleSchemaCacheError,
} from './errors.ts';
import { REST_LIMITS } from './limits.ts';
import { countPatterns, parseQuery } from './parse.ts';
import { parseQueryParameters, type RestRequest } from './request.ts';
import { findRelation, resolveRead } from './resolve.ts';
import { buildReadSql } from './sql-read.ts';
import { prepareWrite } from './write.ts';

export type RestTarget = { kind: 'table' | 'function'; name: string };

/** The parser and compiler of requests, with a cache of compiled reads. */
export type RequestPreparer = {
  /**
   * Returns the compiled request, from the cache if it is there.
   * @throws RestError, also for an anonymous client without permission: its request never reaches the database
   */
  prepare(target: RestTarget, request: RestRequest, isAnonymous: boolean): Promise<PreparedRequest>;
  /** Returns `preRequest` of the catalogue. */
  preRequest(): Promise<string | undefined>;
  /**
   * Caches a compiled read, because staff open the same pages repeatedly. Call this function only after a response to a
   * signed-in client: anonymous or invalid requests must not displace the requests of staff from the cache.
   */
  remember(request: RestRequest, operation: PreparedRequest): void;
};

/**
 * Minimum time between two loads of the catalogue. A request with an unknown name causes a load: the name can be new.
 */
const RELOAD_INTERVAL_MS = 2_000;

export function createRequestPreparer(database: Database, maxRows: number): RequestPreparer {
  let loading: Promise<SchemaCache> | undefined;
  let loadedAt = 0;
  const remembered = new LRUCache<string, PreparedRequest>({ max: REST_LIMITS.cachedRequests });

  function current() {
    loading ??= load().catch((error: unknown) => {
      loading = undefined; // the next request tries again
      throw error;
    });
    return loading;
  }

  async function load() {
    const catalogue = await loadSchemaCache(database);
    loadedAt = Date.now();
    return catalogue;
  }

  /**
   * Loads the catalogue again.
   * @returns the new catalogue; undefined if it equals `stale`, or if the last load was less than 2 s ago
   */
  async function reload(stale: SchemaCache) {
    if (Date.now() - loadedAt < RELOAD_INTERVAL_MS) return undefined;
    if ((await current()) === stale) loading = undefined;
    const fresh = await current();
    if (isDeepStrictEqual(fresh, stale)) return undefined;
    remembered.clear();
    return fresh;
  }

  return {
    async prepare(target, request, isAnonymous) {
      const known = request.isRead ? remembered.get(keyOf(request)) : undefined;
      const open = (operation: PreparedRequest) => {
        if (isAnonymous && operation.closed) throw operation.closed;
        if (isAnonymous && operation.patterns > REST_LIMITS.anonymousPatterns)
          refuseUnsupported(
            `A request without a sign-in has at most ${REST_LIMITS.anonymousPatterns} patterns.`,
          );
        return operation;
      };
      const catalogue = await current();
      try {
        return open(known ?? compileRequest(catalogue, target, request, maxRows));
      } catch (error) {
        const fresh = error instanceof StaleSchemaCacheError ? await reload(catalogue) : undefined;
        if (fresh === undefined) throw error;
        return open(compileRequest(fresh, target, request, maxRows));
      }
    },
    preRequest: async () => (await current()).preRequest,
    remember(request, operation) {
      if (!request.isRead || request.url.length > REST_LIMITS.cachedUrl) return;
      remembered.set(keyOf(request), operation);
    },
  };
}

/** Returns the cache key of a read: all parts of the request that determine its statement and its response. */
function keyOf({ method, url, isSingular, preferences, range }: RestRequest) {
  return `${method} ${isSingular} ${preferences.isCounted} ${range} ${url}`;
}

/**
 * Compiles a request with this catalogue.
 * @throws RestError
 */
export function compileRequest(
  catalogue: SchemaCache,
  { kind, name }: RestTarget,
  request: RestRequest,
  maxRows: number,
): PreparedRequest {
  if (kind === 'function') return prepareCall(catalogue, name, request, maxRows);
  if (!request.isRead) return prepareWrite(catalogue, name, request, maxRows);
  return prepareRead(catalogue, name, request, maxRows);
}

/**
 * Prepares GET and HEAD of a table or view (PostgREST docs, Tables and Views).
 * @throws RestError
 */
function prepareRead(
  catalogue: SchemaCache,
  table: string,
  request: RestRequest,
  maxRows: number,
): PreparedRequest {
  const query = parseQuery(parseQueryParameters(request.url));
  const relation = findRelation(catalogue, table);
  refuseUnsupportedIf(query.columns !== undefined, "The parameter 'columns' is");
  const range = computeRowRange(query, request.range, maxRows);
  const plan = resolveRead(catalogue, relation, query);
  const is = { head: request.method === 'HEAD', counted: request.preferences.isCounted };
  return {
    statement: buildReadSql(plan, range, maxRows, is),
    isReadOnly: true,
    seesRequest: false,
    mayRollBack: false,
    patterns: countPatterns(query),
    embeds: plan.embeds.map(({ name, relation: { name: of } }) => ({ name, table: of })),
    closed: relation.open.has('select')
      ? undefined
      : createAnonymousDeniedError(relation.kind, relation.name),
    toResponse: (row) => buildRowsResponse(row, request, range.offset),
  };
}
