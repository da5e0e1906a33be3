import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { renderMail } from './render-mail.ts';

const values = {
  SiteURL: 'https://painel.exemplo',
  TokenHash: 'abc123',
  Email: 'ana@vitrine.exemplo',
};

describe('the recovery mail', () => {
  it('links to the form for a new password, with the token hash, in both formats', async () => {
    const { html, text } = await renderMail('recovery', values);

    expect(html).toContain(
      'href="https://painel.exemplo/reset-password?token_hash=abc123&amp;type=recovery"',
    );
    expect(text).toContain('https://painel.exemplo/reset-password?token_hash=abc123&type=recovery');
  });

  it('has a code of ten digits on the hosted platform, which cannot be guessed in an hour', async () => {
    const config = await readFile(new URL('../../supabase/config.toml', import.meta.url), 'utf8');

    expect(config.split('[auth.email]')[1]?.split('\n[')[0]).toContain('otp_length = 10\n');
  });

  it('is Portuguese and has no placeholder left', async () => {
    const { html, text } = await renderMail('recovery', values);

    expect(html).toContain('<html lang="pt-BR">');
    expect(html).toContain('Redefinir senha');
    expect(html + text).not.toContain('{{');
  });

  it('escapes its values: they are text, never markup', async () => {
    const { html } = await renderMail('recovery', { ...values, Email: '<script>"&\'@x.y' });

    expect(html).toContain('&lt;script&gt;&quot;&amp;&#39;@x.y');
    expect(html).not.toContain('<script');
  });

  it('does not change a value that looks like a placeholder or a replacement pattern', async () => {
    const { text } = await renderMail('recovery', { ...values, Email: "{{ .TokenHash }} $& $'" });

    expect(text).toContain("{{ .TokenHash }} $& $'");
  });

  it('is not sent without one of its values', async () => {
    await expect(renderMail('recovery', { SiteURL: 'x', Email: 'y' })).rejects.toThrow('TokenHash');
  });
});
