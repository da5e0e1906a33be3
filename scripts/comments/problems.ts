import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findComments } from './find-comments.ts';

/**
 * Numbers of allowed offences (comments that match a pattern of REFUSED), keyed by the path of the file.
 * `findCommentProblems` can only lower them.
 */
type Allowed = Readonly<Record<string, number>>;
type Offence = { path: string; line: number; text: string };

const FILES = [
  '{src,backend,supabase,operations,demo,scripts,attack,bench,e2e}/**/*.{ts,tsx,mjs,css,sql}',
  '{*.config.ts,.size-limit.ts,.env.example,Containerfile,compose.yaml,.ci/run}',
  'operations/{*.service,Caddyfile,nginx.conf}',
  '{backend,bench,operations,supabase}/**/README.md',
];
const RECORD = 'scripts/comments/allowed.json';

const REFUSED = [
  // A pronoun without a noun at the beginning of the comment.
  /^(what(ever)?|who(m|se)?|those|such)\b/i,
  // An indefinite pronoun instead of a noun.
  /\b(some|any|every|no)body\b|\bwho(so)?ever\b/i,
  // A metaphor for a technical thing.
  /\b(knock|seal|silence|stranger)(s|d|ed|ing)?\b/i,
];

/** Returns the comments without a clear subject, or with a metaphor for a technical thing. */
export function findOffences(code: string, path: string): Offence[] {
  return findComments(code, path)
    .filter(({ text }) => REFUSED.some((pattern) => pattern.test(text)))
    .map(({ line, text }) => ({ path, line, text }));
}

/** Returns messages about the files that have more offences than allowed. */
export function describeExcessOffences(offences: readonly Offence[], allowed: Allowed): string[] {
  return Object.entries(Object.groupBy(offences, ({ path }) => path)).flatMap(
    ([path, found = []]) => {
      const most = allowed[path] ?? 0;
      if (found.length <= most) return [];
      const lines = found.map(({ line, text }) => `  ${path}:${line}: ${text.slice(0, 100)}`);
      return [`${path} has ${found.length} of them, at most ${most} are allowed:`, ...lines];
    },
  );
}

/** Returns `allowed` with its numbers lowered to the current numbers of offences, ordered by path, without zeros. */
export function lowerAllowedNumbers(offences: readonly Offence[], allowed: Allowed): Allowed {
  const found = Object.groupBy(offences, ({ path }) => path);
  const lowered = Object.entries(allowed).map(
    ([path, most]) => [path, Math.min(most, found[path]?.length ?? 0)] as const,
  );
  return Object.fromEntries(
    lowered.filter(([, most]) => most > 0).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/**
 * Compares the comments of the project with the record of allowed offences. Lowers the number of a file that has fewer
 * offences than allowed. On CI, it changes no file and returns a message instead.
 * @returns messages about the files that have more offences than allowed
 */
export async function findCommentProblems(project: string): Promise<string[]> {
  const offences: Offence[] = [];
  for await (const path of glob(FILES, { cwd: project, exclude: ['**/node_modules/**'] }))
    offences.push(
      ...findOffences(await readFile(join(project, path), 'utf8'), path.replaceAll('\\', '/')),
    );
  const record = join(project, RECORD);
  const allowed = JSON.parse(await readFile(record, 'utf8')) as Allowed; // this function writes `lowered` to the file
  const lowered = lowerAllowedNumbers(offences, allowed);
  const growth = describeExcessOffences(offences, allowed);
  if (JSON.stringify(lowered) === JSON.stringify(allowed)) return growth;
  if (process.env.CI) return [...growth, `${RECORD} allows more than there is: run npm run check.`];
  await writeFile(record, `${JSON.stringify(lowered, null, 2)}\n`);
  return growth;
}
