import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { createContentSecurityPolicy, PERMISSIONS_POLICY } from '../backend/http-headers.ts';

/**
 * Returns a plugin that writes `_redirects` and `_headers` for static hosts (Netlify, Cloudflare Pages). These hosts
 * then respond with index.html to every path that is not a file, and with the headers of the built-in backend. The URL
 * of the platform is unknown at the build, so the content security policy allows any https origin.
 */
export function staticHostingPlugin(): Plugin {
  return {
    name: 'static-hosting',
    apply: 'build',
    async writeBundle({ dir }) {
      if (!dir) return;
      const page = await readFile(join(dir, 'index.html'), 'utf8');
      await writeFile(join(dir, '_headers'), headers(page));
      await writeFile(join(dir, '_redirects'), '/* /index.html 200\n');
    },
  };
}

function headers(page: string) {
  const { directives } = createContentSecurityPolicy(['https:'], page);
  directives.imgSrc.push('https:');
  const policy = Object.entries(directives).map(
    ([name, sources]) =>
      `${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} ${sources.join(' ')}`,
  );
  return `/*
  Content-Security-Policy: ${policy.join('; ')}
  X-Content-Type-Options: nosniff
  X-Frame-Options: DENY
  Referrer-Policy: same-origin
  Permissions-Policy: ${PERMISSIONS_POLICY}
  Cache-Control: no-cache
/assets/*
  ! Cache-Control
  Cache-Control: public, max-age=31536000, immutable
`;
}
