import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export type Requirement = { id: string; section: string; text: string; kind: string };

/** The rows of docs/requirements.csv, in its order. */
export async function readRequirements(project: string): Promise<Requirement[]> {
  const [, ...lines] = (await readFile(join(project, 'docs/requirements.csv'), 'utf8'))
    .trim()
    .split(/\r?\n/);
  return lines.map((line) => {
    const [id = '', section = '', text = '', kind = ''] = cells(line);
    return { id, section, text, kind };
  });
}

/** One line of CSV: a cell with a comma stands in quotes, a quote inside them is doubled. */
function cells(line: string) {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}
