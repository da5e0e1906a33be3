import { buildPanelIfChanged } from '../scripts/build-panel.ts';
import { families } from './families.ts';
import { run, type Family, type Verdict } from './family.ts';
import { createWorld } from './world.ts';

/** `npm run attack [words of a family's name]`: attacks the running product; ends with 1 when something gets through. */
const [wanted = ''] = process.argv.slice(2);
await buildPanelIfChanged();
const world = await createWorld();
const verdicts: [Family, Verdict][] = [];
try {
  for (const family of families.filter(({ name }) => name.includes(wanted))) {
    const verdict = await run(family, world);
    verdicts.push([family, verdict]);
    print(family, verdict);
  }
} finally {
  await world.stop();
}
const claims = sum(verdicts.map(([, verdict]) => verdict.claims));
const through = sum(verdicts.map(([, verdict]) => verdict.through.length));
console.log(`\n${claims} assertions in ${verdicts.length} families, ${through} through`);
process.exitCode = through > 0 || claims === 0 ? 1 : 0;

function print({ name }: Family, { claims: made, through: broken, ms }: Verdict) {
  const figures = `${String(made).padStart(5)} held ${String(made - broken.length).padStart(4)}`;
  console.log(
    `${name.padEnd(32)}${figures}  through ${broken.length}  ${(ms / 1000).toFixed(1)} s`,
  );
  for (const { claim, seen } of broken) console.log(`    THROUGH ${claim}\n        ${seen}`);
}

function sum(numbers: number[]) {
  return numbers.reduce((total, number) => total + number, 0);
}
