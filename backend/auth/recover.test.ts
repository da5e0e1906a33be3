import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestMailServer } from '../mail/testing/test-mail-server.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { RECOVERY_SUBJECT } from './recover.ts';
import { createAuthClient, sendRawAuthRequest } from './testing/clients.ts';

const ANA = 'ana@vitrine.exemplo';
const CONFIG = new URL('../../supabase/config.toml', import.meta.url);
const NOBODY = 'ninguem@vitrine.exemplo';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    seed: 'staff',
    env: { FAILED_ATTEMPTS_PER_ADDRESS: '20', FAILED_ATTEMPTS_PER_ACCOUNT: '3' },
  });
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.sql('delete from vitrine_backend.attempts');
});

async function outbox() {
  const folder = join(server.dataDir, 'outbox');
  const names = await readdir(folder).catch(() => []);
  const mails = names.filter((name) => name.endsWith('.eml')).toSorted();
  return Promise.all(mails.map((name) => readFile(join(folder, name), 'utf8')));
}

/**
 * Waits for the next mail, which is sent after the response.
 * @param before the number of mails before the request
 */
async function nextMail(before: number) {
  return vi.waitFor(async () => {
    const mails = await outbox();
    expect(mails).toHaveLength(before + 1);
    return mails.at(-1) ?? '';
  });
}

/** Decodes quoted-printable. */
function plain(eml: string) {
  return eml
    .replaceAll('=\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

describe('the request for a recovery mail', () => {
  it('sends a link to the form with a token that works once [CALL-04]', async () => {
    const before = (await outbox()).length;

    const { error } = await createAuthClient(server).resetPasswordForEmail(ANA, {
      redirectTo: `${server.url}/reset-password`,
    });

    expect(error).toBeNull();
    const mail = plain(await nextMail(before));
    expect(mail).toMatch(/^To: ana@vitrine\.exemplo$/m);
    expect(mail).toContain(`Subject: ${RECOVERY_SUBJECT}`);
    expect(await readFile(CONFIG, 'utf8')).toContain(`subject = "${RECOVERY_SUBJECT}"`);
    const token =
      new RegExp(`${server.url}/reset-password\\?token_hash=([0-9a-f]{64})&type=recovery`).exec(
        mail,
      )?.[1] ?? '';

    const client = createAuthClient(server);
    const first = await client.verifyOtp({ token_hash: token, type: 'recovery' });
    const second = await createAuthClient(server).verifyOtp({
      token_hash: token,
      type: 'recovery',
    });

    expect(first.error).toBeNull();
    expect(first.data.user?.email).toBe(ANA);
    expect(second.error).toMatchObject({ status: 403, code: 'otp_expired' });
  });

  it('links to PUBLIC_URL or to the address of the server, never to a URL of the request', async () => {
    const mailAfterRequest = async ({ url, anonKey, dataDir }: TestServer) => {
      const redirect = encodeURIComponent('https://mal.exemplo/reset-password');
      await sendRawAuthRequest({ url, anonKey }, `/recover?redirect_to=${redirect}`, {
        body: { email: ANA },
        headers: { 'x-forwarded-host': 'mal.exemplo', origin: 'https://mal.exemplo' },
      });
      return vi.waitFor(async () => {
        const folder = join(dataDir, 'outbox');
        const [name = ''] = (await readdir(folder)).toSorted().slice(-1);
        return plain(await readFile(join(folder, name), 'utf8'));
      });
    };
    const behindProxy = await startTestServer({
      seed: 'staff',
      env: { PUBLIC_URL: 'https://painel.exemplo' },
    });
    try {
      const mail = await mailAfterRequest(behindProxy);
      expect(mail).toContain('https://painel.exemplo/reset-password?token_hash=');
      expect(mail).not.toContain('mal.exemplo');
    } finally {
      await behindProxy.stop();
    }
    const before = (await outbox()).length;
    await mailAfterRequest(server);
    await nextMail(before);
    expect(await mailAfterRequest(server)).toContain(`${server.url}/reset-password?token_hash=`);
  });

  it('has the same response for an e-mail without a login, and sends no mail', async () => {
    const before = (await outbox()).length;
    const known = await sendRawAuthRequest(server, '/recover', { body: { email: ANA } });
    await nextMail(before);

    const unknown = await sendRawAuthRequest(server, '/recover', { body: { email: NOBODY } });
    await new Promise((resolve) => setTimeout(resolve, 150));

    expect([known.status, known.body]).toEqual([200, {}]);
    expect([unknown.status, unknown.body]).toEqual([200, {}]);
    expect(await outbox()).toHaveLength(before + 1);
  });

  it('is allowed once a minute, with the same refusal for known and unknown e-mails', async () => {
    const responses = [];
    for (const email of [ANA, NOBODY]) {
      await sendRawAuthRequest(server, '/recover', { body: { email } });
      responses.push(
        await sendRawAuthRequest(server, '/recover', { body: { email: email.toUpperCase() } }),
      );
    }

    for (const { status, headers, body } of responses) {
      expect([status, body['error_code']]).toEqual([429, 'over_email_send_rate_limit']);
      expect(body['msg']).toMatch(
        /^For security purposes, you can only request this after (60|59|58) seconds\.$/,
      );
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(50);
    }
  });

  it('is allowed once when many are sent at once', async () => {
    const responses = await Promise.all(
      Array.from({ length: 8 }, () =>
        sendRawAuthRequest(server, '/recover', { body: { email: NOBODY } }),
      ),
    );

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is limited by account and by address, also when it is more than a minute apart', async () => {
    const requestLater = async (email: string) => {
      await server.sql(
        "update vitrine_backend.attempts set happened_at = happened_at - interval '61 seconds'",
      );
      return (await sendRawAuthRequest(server, '/recover', { body: { email } })).status;
    };
    const byAccount = [
      await requestLater(NOBODY),
      await requestLater(NOBODY),
      await requestLater(NOBODY),
      await requestLater(NOBODY),
    ];
    const byAddress = [];
    for (let count = 0; count < 18; count += 1) {
      byAddress.push(
        (
          await sendRawAuthRequest(server, '/recover', {
            body: { email: `a${count}@vitrine.exemplo` },
          })
        ).status,
      );
    }

    expect(byAccount).toEqual([200, 200, 200, 429]);
    expect(byAddress).toEqual([...Array.from({ length: 17 }, () => 200), 429]);
  });

  it('does not prevent sign-ins', async () => {
    await sendRawAuthRequest(server, '/recover', { body: { email: ANA } });

    expect(
      (
        await createAuthClient(server).signInWithPassword({
          email: ANA,
          password: 'senha-de-teste',
        })
      ).error,
    ).toBeNull();
  });

  it.each([
    ['no e-mail', {}, 'validation_failed'],
    ['something that is no e-mail', { email: 'ana' }, 'validation_failed'],
    [
      'a flow that needs a code verifier',
      { email: ANA, code_challenge: 'x', code_challenge_method: 's256' },
      'validation_failed',
    ],
  ])('has its own error code for %s', async (_, body, code) => {
    const response = await sendRawAuthRequest(server, '/recover', { body });

    expect([response.status, response.body['error_code']]).toEqual([400, code]);
  });
});

describe('a failing mail server', () => {
  it('is retried, and the response does not reveal that the e-mail exists', async () => {
    const smtp = await startTestMailServer();
    const mailing = await startTestServer({ seed: 'staff', env: { SMTP_URL: smtp.url } });
    try {
      smtp.refuse(1);

      const { status, body } = await sendRawAuthRequest(mailing, '/recover', {
        body: { email: ANA },
      });

      expect([status, body]).toEqual([200, {}]);
      await vi.waitFor(() => expect(smtp.deliveries).toHaveLength(1), { timeout: 5_000 });
      expect(smtp.deliveries[0]).toMatchObject({ to: [ANA] });
    } finally {
      await mailing.stop();
      await smtp.stop();
    }
  });

  it('does not delay the stop of this server', async () => {
    const smtp = await startTestMailServer();
    const mailing = await startTestServer({ seed: 'staff', env: { SMTP_URL: smtp.url } });
    smtp.refuse(100);
    await sendRawAuthRequest(mailing, '/recover', { body: { email: ANA } });
    await new Promise((resolve) => setTimeout(resolve, 2_400)); // two tries have failed by now; the third one waits ten seconds

    const start = performance.now();
    await mailing.stop();

    expect(performance.now() - start).toBeLessThan(7_000);
    await smtp.stop();
  });
});
