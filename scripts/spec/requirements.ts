import { readFile } from 'node:fs/promises';

export type Requirement = { id: string; section: string; text: string; kind: string };

/** The prefix of the kind of a deliberate departure; the decision follows. */
export const DEPARTED = 'departed: ';

/** The rows of a table of requirements, in its order. */
export async function readRequirements(file: string): Promise<Requirement[]> {
  const [, ...lines] = (await readFile(file, 'utf8')).trim().split(/\r?\n/);
  return lines.map((line) => {
    const [id = '', section = '', text = '', kind = ''] = cells(line);
    return { id, section, text, kind };
  });
}

/** One line of CSV: a cell with a comma is quoted, a quote inside is doubled. */
function cells(line: string) {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}
