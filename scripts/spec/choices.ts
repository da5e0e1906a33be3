import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the decisions of docs/choices.md, keyed by the id of the requirement that they settle. */
export async function readChoices(project: string): Promise<Map<string, string>> {
  const text = await readFile(join(project, 'docs/choices.md'), 'utf8');
  const choices = new Map<string, string>();
  for (const paragraph of text.split(/\n(?=- |#|\|)|\n\n/)) {
    for (const [, ids = '', decision = ''] of paragraph.matchAll(DECISION)) {
      for (const id of ids.split(', ')) choices.set(id, decision.replaceAll(/\s+/g, ' ').trim());
    }
  }
  return choices;
}

/** Matches `**ERR-49, CALL-07** the decision`, up to the next ids in the same paragraph. */
const DECISION = /\*\*([A-Z]+-\d+(?:, [A-Z]+-\d+)*)\*\*([^]*?)(?=\*\*[A-Z]+-\d|$)/g;
