import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { families } from './families.ts';
import { runFamily } from './family.ts';
import { createAttackTarget, type AttackTarget } from './attack-target.ts';

/** Time limit of a family: some families start several backends, which is slow on a busy host. */
const LIMIT_MS = 60_000;

/** Runs the families that need neither a browser nor a quiet host. `npm run attack` runs every family. */
describe('the running product holds against', () => {
  let world: AttackTarget;
  beforeAll(async () => {
    world = await createAttackTarget();
  });
  afterAll(() => world.stop());

  it.each(families.filter(({ needs }) => needs === undefined))(
    '$name',
    async (family) => {
      const { claims, breaches } = await runFamily(family, world);
      expect(breaches).toEqual([]);
      expect(claims).toBeGreaterThan(10);
    },
    LIMIT_MS,
  );
});
