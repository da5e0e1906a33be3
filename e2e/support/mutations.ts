import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { areas } from '../../src/areas/index.ts';
import type { RunSql } from '../fixtures.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const METHODS: Record<string, string> = { insert: 'POST', update: 'PATCH', delete: 'DELETE' };

/** The requests with which each method of the auth client changes data. A method that changes no data has none. */
const AUTH: Record<string, string[]> = {
  challengeAndVerify: ['POST /auth/v1/factors/*/challenge', 'POST /auth/v1/factors/*/verify'],
  enroll: ['POST /auth/v1/factors'],
  getSession: [],
  getUser: [],
  listFactors: [],
  onAuthStateChange: [],
  refreshSession: ['POST /auth/v1/token'],
  resetPasswordForEmail: ['POST /auth/v1/recover'],
  signInWithPassword: ['POST /auth/v1/token'],
  signOut: ['POST /auth/v1/logout'],
  signUp: ['POST /auth/v1/signup'],
  unenroll: ['DELETE /auth/v1/factors/*'],
  updateUser: ['PUT /auth/v1/user'],
  verifyOtp: ['POST /auth/v1/verify'],
};
const STORAGE: Record<string, string[]> = {
  move: ['POST /storage/v1/object/move'],
  remove: ['DELETE /storage/v1/object/*'],
  upload: ['POST /storage/v1/object/*/*'],
};

/**
 * Returns the requests with which the panel changes something on the server, in the format of `loseResponse`. Reads
 * them from the source of the panel.
 */
export async function readMutations(db: RunSql): Promise<string[]> {
  const source = readAll('src/**/*.{ts,tsx}', /test|testing/);
  const names = match(source, /\brpc\(\s*'(\w+)'/g).map(([name = '']) => name);
  const functions = await db<{ name: string }>(
    `select distinct proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and provolatile = 'v' and proname = any ($1)`,
    [names],
  );
  const ofTables = match(source, /from\('(\w+)'\)\s*\.(insert|update|delete)\(/g);
  // In these calls the table is a variable: include one request for the table of every area.
  const ofAreas = match(source, /(?:\brows|from\(\w+\))\s*\.(insert|update|delete)\(/g);
  return [
    ...new Set([
      ...functions.map(({ name }) => `POST /rest/v1/rpc/${name}`),
      ...ofTables.map(([table, method = '']) => `${METHODS[method]} /rest/v1/${table}`),
      ...ofAreas.flatMap(([method = '']) =>
        Object.values(areas).map(({ table }) => `${METHODS[method]} /rest/v1/${table}`),
      ),
      ...requestsOf(AUTH, source, /\b(?:auth|signUps)\.(?:mfa\.)?(\w+)\(/g),
      ...requestsOf(
        STORAGE,
        source,
        /(?:storage\s*\.from\(\w+\)|\bfiles)\s*\.(move|remove|upload)\(/g,
      ),
    ]),
  ].toSorted();
}

/** Returns the requests whose responses the tests drop, read from all spec files except lost-mutations.spec.ts. */
export function readLostRequests(): string[] {
  const source = readAll('e2e/*.spec.ts', /lost-mutations/);
  return match(source, /'((?:POST|PUT|PATCH|DELETE) \/[^']+)'/g).map(([request = '']) => request);
}

/** Returns whether a lost request matches a request of `readMutations`. */
export function isMatchingMutation(mutation: string, lost: string): boolean {
  return new RegExp(`^${mutation.replaceAll('*', '[^/ ]*')}$`).test(lost);
}

function requestsOf(methods: Record<string, string[]>, source: string, calls: RegExp): string[] {
  return match(source, calls).flatMap(([name = '']) => methods[name] ?? [`unknown: ${name}`]);
}

function match(source: string, pattern: RegExp): string[][] {
  return [...source.matchAll(pattern)].map(([, ...groups]) => groups);
}

function readAll(pattern: string, without?: RegExp): string {
  return globSync(pattern, { cwd: ROOT })
    .filter((file) => !without?.test(file))
    .map((file) => readFileSync(`${ROOT}/${file}`, 'utf8'))
    .join('\n');
}
