import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readProofs } from './proofs.ts';
import { readRequirements } from './requirements.ts';

/** The table's master, where the project lies beside it; the names differ for the second. */
const MASTERS = [
  ['docs/requirements.csv', '../shared/spec/requirements.csv'],
  ['docs/choices.md', '../shared/spec/decisions.md'],
] as const;

/** Ids that tests name and the table does not know, and copies that differ from their master. */
export async function findSpecProblems(project: string): Promise<string[]> {
  const known = new Set((await readRequirements(project)).map(({ id }) => id));
  const unknown = [...(await readProofs(project))].flatMap(([id, files]) =>
    known.has(id) ? [] : [`${files.join(', ')}: there is no row ${id}`],
  );
  const copies = await Promise.all(
    MASTERS.map(async ([copy, master]) => {
      const original = await readFile(join(project, master), 'utf8').catch(() => undefined);
      const same =
        original === undefined || original === (await readFile(join(project, copy), 'utf8'));
      return same ? [] : [`${copy} differs from ${master}`];
    }),
  );
  return [...unknown, ...copies.flat()];
}
