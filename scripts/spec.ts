import { join } from 'node:path';
import { PROJECT_FOLDER } from './run.ts';
import { readChoices } from './spec/choices.ts';
import { findSpecProblems } from './spec/problems.ts';
import { findTestsByRequirement } from './spec/tests-by-requirement.ts';
import { DEPARTED_PREFIX, readRequirements } from './spec/requirements.ts';

/**
 * `npm run spec`: lists the requirements with a deliberate departure, and the requirements that no test names. For a
 * requirement of the kind `choice`, also prints the decision.
 */
const [requirements, proofs, choices, problems] = await Promise.all([
  readRequirements(join(PROJECT_FOLDER, 'docs/requirements.csv')),
  findTestsByRequirement(PROJECT_FOLDER),
  readChoices(PROJECT_FOLDER),
  findSpecProblems(PROJECT_FOLDER),
]);
const departed = requirements.filter(({ kind }) => kind.startsWith(DEPARTED_PREFIX));
const unchanged = requirements.filter((row) => !departed.includes(row));
const open = unchanged.filter(({ id }) => !proofs.has(id));

for (const { id, kind, text } of departed) console.log(`${id} (${kind}) ${text}`);

for (const { id, kind, text } of open) {
  console.log(`${id} (${kind}) ${text}`);
  if (kind === 'choice') console.log(`    decided: ${choices.get(id) ?? 'nothing yet'}`);
}
console.log(`\nRows without a test, by area:\n${countByArea(open)}`);
for (const problem of problems) console.log(problem);
console.log(
  `${requirements.length} rows: ${unchanged.length - open.length} named by a test, ${open.length} not, ${departed.length} departed from`,
);
process.exitCode = problems.length > 0 ? 1 : 0;

function countByArea(rows: typeof requirements) {
  const areas = Object.entries(Object.groupBy(rows, ({ id }) => id.split('-')[0] ?? ''));
  return areas.map(([area, found]) => `${area} ${found?.length ?? 0}`).join(', ');
}
