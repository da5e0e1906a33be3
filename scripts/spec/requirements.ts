import { readFile } from 'node:fs/promises';

export type Requirement = { id: string; section: string; text: string; kind: string };

/** How the kind of a row begins that is departed from on purpose; the decision follows. */
export const DEPARTED = 'departed: ';

/** The rows of a table of requirements, in its order. */
export async function readRequirements(file: string): Promise<Requirement[]> {
  const [, ...lines] = (await readFile(file, 'utf8')).trim().split(/\r?\n/);
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
