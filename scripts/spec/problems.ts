import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findTestsByRequirement } from './tests-by-requirement.ts';
import { DEPARTED_PREFIX, readRequirements, type Requirement } from './requirements.ts';

/** Path of the original of docs/requirements.csv, relative to the project. */
const TABLE = '../shared/spec/requirements.csv';
/** Paths of the decisions, relative to the project: first the copy, then the original. */
const CHOICES = ['docs/choices.md', '../shared/spec/decisions.md'] as const;

/**
 * Returns a message for each id that a test names but docs/requirements.csv does not contain, and for each copy that
 * differs from its original.
 */
export async function findSpecProblems(project: string): Promise<string[]> {
  const rows = await readRequirements(join(project, 'docs/requirements.csv'));
  const known = new Set(rows.map(({ id }) => id));
  const unknown = [...(await findTestsByRequirement(project))].flatMap(([id, files]) =>
    known.has(id) ? [] : [`${files.join(', ')}: there is no row ${id}`],
  );
  return [
    ...unknown,
    ...(await differencesOfTable(rows, join(project, TABLE))),
    ...(await differencesOfChoices(project)),
  ];
}

/**
 * Returns a message if docs/requirements.csv differs from its original. Returns no message if the original is missing.
 * The only permitted difference is the column `kind` of a row that departs from the specification (`DEPARTED_PREFIX`).
 */
async function differencesOfTable(rows: Requirement[], original: string) {
  const originals = await readRequirements(original).catch(() => undefined);
  if (originals === undefined) return [];
  const ours = new Map(rows.map((row) => [row.id, row]));
  const same =
    originals.every((row) => isCopy(ours.get(row.id), row)) && ours.size === originals.length;
  return same ? [] : [`docs/requirements.csv differs from ${TABLE}`];
}

function isCopy(ours: Requirement | undefined, { section, text, kind }: Requirement) {
  if (ours?.section !== section || ours.text !== text) return false;
  return ours.kind === kind || ours.kind.startsWith(DEPARTED_PREFIX);
}

async function differencesOfChoices(project: string) {
  const [copy, source] = CHOICES;
  const original = await readFile(join(project, source), 'utf8').catch(() => undefined);
  const same = original === undefined || original === (await readFile(join(project, copy), 'utf8'));
  return same ? [] : [`${copy} differs from ${source}`];
}
