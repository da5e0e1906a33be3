import { buildPanelIfChanged } from '../scripts/build-panel.ts';
import { families } from './families.ts';
import { runFamily, type Family, type FamilyResult } from './family.ts';
import { createAttackTarget } from './attack-target.ts';

/**
 * `npm run attack [part of a name]`: attacks a new installation with the families whose name contains this part.
 * Without a part, all families attack. Exits with 1 if an attack succeeds, or if nothing was checked.
 */
const [part = ''] = process.argv.slice(2);
await buildPanelIfChanged();
const world = await createAttackTarget();
const verdicts: [Family, FamilyResult][] = [];
try {
  const chosen = families.filter(({ name }) => name.includes(part));
  const inBackground = chosen
    .filter(({ isBackground }) => isBackground)
    .map((family) => [family, runFamily(family, world)] as const);
  for (const family of chosen.filter(({ isBackground }) => !isBackground))
    judge(family, await runFamily(family, world));
  for (const [family, verdict] of inBackground) judge(family, await verdict);
} finally {
  await world.stop();
}
const claims = sum(verdicts.map(([, verdict]) => verdict.claims));
const breaches = sum(verdicts.map(([, verdict]) => verdict.breaches.length));
console.log(`\n${claims} assertions in ${verdicts.length} families, ${breaches} breaches`);
process.exitCode = breaches > 0 || claims === 0 ? 1 : 0;

function judge(family: Family, verdict: FamilyResult) {
  verdicts.push([family, verdict]);
  print(family, verdict);
}

function print({ name }: Family, { claims: count, breaches: broken, costs, ms }: FamilyResult) {
  const figures = `${String(count).padStart(5)} held ${String(count - broken.length).padStart(4)}`;
  console.log(
    `${name.padEnd(32)}${figures}  breaches ${broken.length}  ${(ms / 1000).toFixed(1)} s`,
  );
  for (const [what, cost] of costs) {
    const [s, node, postgres, disk] = [cost.seconds, cost.node, cost.postgres, cost.disk].map(
      (figure) => figure.toFixed(1).padStart(7),
    );
    console.log(`    ${s} s, MB: process ${node}, PostgreSQL ${postgres}, disk ${disk}  ${what}`);
  }
  for (const { claim, seen } of broken) console.log(`    BREACH ${claim}\n        ${seen}`);
}

function sum(numbers: number[]) {
  return numbers.reduce((total, number) => total + number, 0);
}
