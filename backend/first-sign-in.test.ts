import { existsSync, rmSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { forgetAfterSignIn, describeFirstSignIns } from './first-sign-in.ts';
import { startTestServer, type TestServer } from './testing/server.ts';

const ana = {
  people: [{ email: 'ana@vitrine.exemplo', role: 'Administrador' }],
  password: 'gerada-agora',
  passwordWasGenerated: true,
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ seed: 'staff' });
});
afterEach(() => vi.useRealTimers());
afterAll(() => server.stop());

const fileOf = () => join(server.dataDir, 'first-sign-in.txt');

describe('a first password', () => {
  it('is shown on a terminal, and stored nowhere', () => {
    expect(describeFirstSignIns(server.dataDir, [ana], true).join('\n')).toContain('gerada-agora');
    expect(existsSync(fileOf())).toBe(false);
  });

  it('is printed nowhere when the operator chose it', () => {
    const chosen = { ...ana, passwordWasGenerated: false };
    expect(describeFirstSignIns(server.dataDir, [chosen], false).join()).not.toContain('gerada');
    expect(existsSync(fileOf())).toBe(false);
  });

  it('includes the next steps: first steps in an empty panel, how to leave a demonstration', () => {
    const demo = { ...ana, people: [...ana.people, ...ana.people] };
    for (const isTerminal of [true, false]) {
      const text = describeFirstSignIns(server.dataDir, [ana], isTerminal).join('\n');
      expect(text).toContain('troque a senha em Perfil');
      expect(describeFirstSignIns(server.dataDir, [demo], isTerminal).join('\n')).toContain(
        'demo:clear',
      );
    }
    rmSync(fileOf());
  });

  it('is written to a closed file when the output is no terminal, until the first sign-in', async () => {
    const text = describeFirstSignIns(server.dataDir, [ana], false).join('\n');
    expect(text).not.toContain('gerada-agora');
    expect(text).toContain(fileOf());
    expect(await readFile(fileOf(), 'utf8')).toContain('gerada-agora');
    expect((await stat(fileOf())).mode & 0o777).toBe(0o600);

    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    forgetAfterSignIn(server.platform);
    await vi.advanceTimersByTimeAsync(15_000);
    await server.sql('select 1');
    expect(existsSync(fileOf())).toBe(true);

    await server.sql('update auth.users set last_sign_in_at = now() where email = $1', [
      ana.people[0]?.email,
    ]);
    await vi.advanceTimersByTimeAsync(15_000);
    await vi.waitFor(() => expect(existsSync(fileOf())).toBe(false));
  });
});
