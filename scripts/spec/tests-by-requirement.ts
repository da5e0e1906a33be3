import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const TESTS =
  '{src,attack,backend,demo,e2e,operations,scripts,supabase}/**/*.{test.ts,test.tsx,spec.ts}';

/**
 * Returns the test files that name the id of a requirement, keyed by id. A title names ids in square brackets:
 * `it('keeps the typed text [ERR-34, ERR-35]')`.
 */
export async function findTestsByRequirement(project: string): Promise<Map<string, string[]>> {
  const proofs = new Map<string, string[]>();
  for await (const file of glob(TESTS, { cwd: project })) {
    for (const id of findRequirementIds(await readFile(join(project, file), 'utf8'))) {
      proofs.set(id, [...(proofs.get(id) ?? []), file]);
    }
  }
  return proofs;
}

export function findRequirementIds(text: string): Set<string> {
  const lists = text.matchAll(/\[([A-Z]+-\d+(?:,\s*[A-Z]+-\d+)*)\]/g);
  return new Set([...lists].flatMap(([, list = '']) => list.split(/,\s*/)));
}
