import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSync } from 'vite';

// The kit (src/crud) and the components (src/ui) contain no names of areas: an area passes its words and columns.

const SOURCES = 'src/{crud,ui}/**/*.{ts,tsx}';
const TEST = /\.test\.tsx?$|\/testing\//;
const TYPES = 'src/data/database.types.ts';
/**
 * The path of the list of areas, as a `string`: TypeScript would follow a literal path to the panel's components, which
 * need the types of a browser.
 */
const AREAS: string = '../../src/areas/index.ts';
const { allAreas } = (await import(AREAS)) as {
  allAreas: { table: string; title: string; count: readonly [string, string] }[];
};

/**
 * Columns that the rule allows, although only one area has each of them. They also have a general meaning: an attribute
 * of HTML, a property of CSS, a parameter of every list's URL, and the id of the page's main element.
 */
const TERMS = ['role', 'visibility', 'ordem', 'conteudo'];
/** More names that the rule allows, keyed by file. */
const EXCEPTIONS: Record<string, readonly string[]> = {
  // Undo warns that a restored user has no password.
  'src/crud/history/undo.ts': ['usuário'],
};

/** Returns a message for each name of an area in the code of the kit or of a component. Ignores comments. */
export async function findAreaNameProblems(project: string): Promise<string[]> {
  const names = collectAreaNames(await readFile(join(project, TYPES), 'utf8'));
  const problems: string[] = [];
  for await (const file of glob(SOURCES, { cwd: project })) {
    const path = file.replaceAll('\\', '/');
    if (TEST.test(path)) continue;
    const found = findAreaNames(await readFile(join(project, file), 'utf8'), path, names);
    const known = new Set([...TERMS, ...(EXCEPTIONS[path] ?? [])]);
    problems.push(
      ...[...found].filter((name) => !known.has(name)).map((name) => `${path}: ${name}`),
    );
  }
  return problems;
}

/** Returns the tables, nouns and titles of the areas, and the columns that only one area's table has. */
export function collectAreaNames(types: string): Set<string> {
  const columns = allAreas.flatMap(({ table }) => columnsOf(types, table));
  const unique = columns.filter(
    (column) => columns.indexOf(column) === columns.lastIndexOf(column),
  );
  const words = allAreas.flatMap(({ table, title, count }) => [
    table,
    title.toLowerCase(),
    ...count,
  ]);
  return new Set([...unique, ...words]);
}

function columnsOf(types: string, table: string): string[] {
  const [, row = ''] =
    new RegExp(`\\n {6}${table}: \\{\\n {8}Row: \\{\\n(.*?)\\n {8}\\}`, 's').exec(types) ?? [];
  return [...row.matchAll(/^ {10}(\w+):/gm)].map(([, column = '']) => column);
}

/** Returns the names that occur in the code of a file. Splits identifiers in camel case into their words. */
export function findAreaNames(code: string, path: string, names: ReadonlySet<string>): Set<string> {
  const { comments } = parseSync(path, code);
  const bare = comments.reduceRight(
    (text, { start, end }) => text.slice(0, start) + text.slice(end),
    code,
  );
  const parts = bare.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
  return new Set(
    [...parts.matchAll(/[\p{L}_]+/gu)].map(([word]) => word).filter((word) => names.has(word)),
  );
}
