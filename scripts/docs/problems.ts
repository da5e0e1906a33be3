import { access, glob, readFile } from 'node:fs/promises';
import { dirname, join, matchesGlob } from 'node:path';

const DOCUMENTS = [
  '*.md',
  'docs/*.md',
  'docs/decisions/*.md',
  '{backend,bench,operations,supabase}/**/README.md',
];
/** The documents whose words count towards MAX_WORDS, except the documents in UNLIMITED. */
const COUNTED = ['*.md', 'docs/*.md', 'docs/decisions/*.md', 'supabase/README.md'];
/** Documents without limits: the changelog lists every change, and choices.md quotes the specification. */
const UNLIMITED = ['docs/CHANGELOG.md', 'docs/choices.md'];
const MAX_WORDS = 14_000;
const MAX_COLUMNS = 120;
/** Matches the files of an invented area, which docs/adding-an-area.md names although they do not exist. */
const INVENTED = /cupo(m|ns)/;
const LINK = /\]\(([^)\s#]+)[^)]*\)/g;
/** Matches a file in a folder of the project, as documents name it: `backend/build-server.ts`. */
const FILE =
  /`((?:attack|backend|bench|demo|docs|e2e|operations|scripts|src|supabase)\/[\w./-]+\.\w+)`/g;

/**
 * Returns messages about links and file names whose file does not exist, about lines that are too long, and about too
 * many words in total.
 */
export async function findDocumentProblems(project: string): Promise<string[]> {
  const problems: string[] = [];
  let words = 0;
  for await (const path of glob(DOCUMENTS, { cwd: project, exclude: ['**/node_modules/**'] })) {
    const text = await readFile(join(project, path), 'utf8');
    for (const target of targetsOf(text, path))
      if (!INVENTED.test(target) && !(await exists(join(project, target))))
        problems.push(`${path} names ${target}, which does not exist`);
    if (UNLIMITED.some((each) => matchesGlob(path, each))) continue;
    if (COUNTED.some((each) => matchesGlob(path, each))) words += countWords(text);
    for (const line of findLongLines(text))
      problems.push(`${path}:${line} has more than ${MAX_COLUMNS} columns`);
  }
  if (words > MAX_WORDS)
    problems.push(`The documents have ${words} words, at most ${MAX_WORDS} are allowed`);
  return problems;
}

function targetsOf(text: string, path: string): Set<string> {
  const links = [...text.matchAll(LINK)].map(([, link = '']) => link);
  return new Set([
    ...links.filter((link) => !/^[a-z]+:/.test(link)).map((link) => join(dirname(path), link)),
    ...[...text.matchAll(FILE)].map(([, file = '']) => file),
  ]);
}

/** Returns the number of words, counted like `wc -w`. */
function countWords(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}

/** Returns the numbers of the lines that are too long. Ignores code, and the target of a link in a table. */
function findLongLines(text: string): number[] {
  let isCode = false;
  return text.split('\n').flatMap((line, index) => {
    const isFence = line.trimStart().startsWith('```');
    if (isFence) isCode = !isCode;
    if (isCode || isFence || line.startsWith('    ')) return [];
    const shown = line.startsWith('|') ? line.replaceAll(LINK, ']') : line;
    return [...shown].length > MAX_COLUMNS ? [index + 1] : [];
  });
}

function exists(path: string) {
  return access(path).then(
    () => true,
    () => false,
  );
}
