import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeOf, startWorld, type World } from './test-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
}, 60_000);
afterAll(() => world.stop());
beforeEach(() => world.resetNotes());

describe('upsert', () => {
  it('merges on the key that is named: 201 when a row is new, 200 when none is', async () => {
    const both = await world.service
      .from('notes')
      .upsert(
        [
          { code: 'a', body: 'novo' },
          { code: 'c', body: 'tres' },
        ],
        { onConflict: 'code' },
      )
      .select('code,body')
      .order('code');
    expect(both).toMatchObject({
      status: 201,
      data: [
        { code: 'a', body: 'novo' },
        { code: 'c', body: 'tres' },
      ],
    });
    const merged = await world.service
      .from('notes')
      .upsert({ code: 'a', body: 'outro' }, { onConflict: 'code' });
    expect(merged.status).toBe(200);
    expect(await world.notes()).toEqual(['a:outro', 'b:dois', 'c:tres']);
  });

  it('merges on the primary key by default', async () => {
    const { status } = await world.service.from('notes').upsert({ id: 102, code: 'bb' });
    expect([status, await world.notes()]).toEqual([200, ['a:um', 'bb:dois']]);
  });

  it('ignores duplicates when asked to', async () => {
    const { data, status } = await world.service
      .from('notes')
      .upsert(
        [
          { code: 'a', body: 'x' },
          { code: 'c', body: 'y' },
        ],
        { onConflict: 'code', ignoreDuplicates: true },
      )
      .select('code');
    expect([status, data, await world.notes()]).toEqual([
      201,
      [{ code: 'c' }],
      ['a:um', 'b:dois', 'c:y'],
    ]);
  });

  it('says what it did in Preference-Applied, and refuses a key that is none', async () => {
    const headers = { prefer: 'resolution=merge-duplicates,return=minimal' };
    const merged = await world.send('POST', '/notes?on_conflict=code', { code: 'a' }, headers);
    expect(merged.headers.get('preference-applied')).toBe(
      'resolution=merge-duplicates, return=minimal',
    );
    const wrong = await world.send('POST', '/notes?on_conflict=body', { body: 'a' }, headers);
    expect([wrong.status, await codeOf(wrong)]).toEqual([400, '42P10']);
  });
});
