import { access, glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const DOCUMENTS = [
  '*.md',
  'docs/*.md',
  'docs/decisions/*.md',
  '{backend,bench,operations,supabase}/**/README.md',
];
/** docs/adding-an-area.md describes the files of an invented area. */
const INVENTED = /cupo(m|ns)/;
const LINK = /\]\(([^)\s#]+)[^)]*\)/g;
/** A file in a folder of the project, as documents name it: `backend/http.ts`. */
const FILE =
  /`((?:attack|backend|bench|demo|docs|e2e|operations|scripts|src|supabase)\/[\w./-]+\.\w+)`/g;

/** Messages about the links and file names in the documents that lead to no file. */
export async function findDocumentProblems(project: string): Promise<string[]> {
  const problems: string[] = [];
  for await (const path of glob(DOCUMENTS, { cwd: project, exclude: ['**/node_modules/**'] })) {
    const text = await readFile(join(project, path), 'utf8');
    const links = [...text.matchAll(LINK)].map(([, link = '']) => link);
    const targets = [
      ...links.filter((link) => !/^[a-z]+:/.test(link)).map((link) => join(dirname(path), link)),
      ...[...text.matchAll(FILE)].map(([, file = '']) => file),
    ];
    for (const target of new Set(targets))
      if (!INVENTED.test(target) && !(await exists(join(project, target))))
        problems.push(`${path} names ${target}, which does not exist`);
  }
  return problems;
}

function exists(path: string) {
  return access(path).then(
    () => true,
    () => false,
  );
}
