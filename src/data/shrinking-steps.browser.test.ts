import { expect, it } from 'vitest';
import { PlatformError } from './unwrap.ts';
import { createShrinkingStepRunner } from './shrinking-steps.ts';

function failing(...codes: string[]) {
  const sizes: number[] = [];
  const step = async (size: number) => {
    sizes.push(size);
    const code = codes.shift();
    if (code) throw new PlatformError({ code, message: code }, 500);
    return size;
  };
  return { sizes, step };
}

it('repeats a step after a timeout with a fifth of the rows, and keeps that size', async () => {
  const run = createShrinkingStepRunner(5000);
  const first = failing('57014', '57014');
  expect(await run(first.step)).toBe(200);
  expect(first.sizes).toEqual([5000, 1000, 200]);
  expect(await run(failing().step)).toBe(200);
});

it('throws every other error, and a timeout of a step with few rows', async () => {
  await expect(createShrinkingStepRunner(1000)(failing('42501').step)).rejects.toMatchObject({
    code: '42501',
  });
  await expect(createShrinkingStepRunner(50)(failing('57014').step)).rejects.toMatchObject({
    code: '57014',
  });
});
