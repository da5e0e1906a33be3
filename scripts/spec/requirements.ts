import { readFile } from 'node:fs/promises';

export type Requirement = { id: string; section: string; text: string; kind: string };

/** Prefix of the `kind` of a requirement from which the product deliberately departs. The reason follows. */
export const DEPARTED_PREFIX = 'departed: ';

/** Returns the rows of a table of requirements, in the order of the file. */
export async function readRequirements(file: string): Promise<Requirement[]> {
  const [, ...lines] = (await readFile(file, 'utf8')).trim().split(/\r?\n/);
  return lines.map((line) => {
    const [id = '', section = '', text = '', kind = ''] = cells(line);
    return { id, section, text, kind };
  });
}

/**
 * Returns the cells of a line of CSV: a cell with a comma is in quotation marks, and a quotation mark in it is doubled.
 */
function cells(line: string) {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}
