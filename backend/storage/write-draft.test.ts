import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeDraft } from './write-draft.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-draft-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('gives up on a sender that falls silent', async () => {
  const sender = new PassThrough();
  sender.write('some');
  await expect(
    writeDraft(sender, join(folder, 'slow'), { bytes: 100, idleMs: 100 }),
  ).rejects.toMatchObject({
    httpStatus: 408,
  });
  expect(sender.destroyed).toBe(false); // the refusal still has to be sent on that connection
});

it('does not give up on one that is slow', async () => {
  const slow = Readable.from(
    (async function* send() {
      for (const letter of 'abcde') {
        await new Promise((resolve) => setTimeout(resolve, 60));
        yield Buffer.from(letter);
      }
    })(),
  );
  const draft = await writeDraft(slow, join(folder, 'steady'), { bytes: 5, idleMs: 150 });
  expect(draft).toMatchObject({ size: 5, eTag: '"36bbe50ed96841d10443bcb670d6554f"' });
  expect(await readFile(join(folder, 'steady'), 'utf8')).toBe('abcde');
});
