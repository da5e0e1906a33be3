import { createHash } from 'node:crypto';
import type { HelmetOptions } from 'helmet';
import type { Config } from './config.ts';

/** Nothing inline, nothing from elsewhere but the lookups that the browser itself makes. */
export function helmetOptions(config: Config): HelmetOptions {
  return {
    contentSecurityPolicy: contentPolicy(lookupsOf(config)),
    // A browser that once saw this header on a host never speaks plain HTTP to it again.
    strictTransportSecurity: config.PUBLIC_URL?.startsWith('https:')
      ? { maxAge: 31_536_000, includeSubDomains: false }
      : false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-site' },
    crossOriginEmbedderPolicy: false,
  };
}

/** Browser features that no page of the panel uses: an injected script cannot use them either. */
export const PERMISSIONS_POLICY = [
  'accelerometer',
  'bluetooth',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** The content policy of the panel's page, whose inline part the build has written. */
export function pagePolicy(config: Config, html: string) {
  return contentPolicy(lookupsOf(config), html);
}

function lookupsOf(config: Config) {
  const urls = [config.CEP_URL, config.CEP_FALLBACK_URL, config.CNPJ_URL];
  return [...new Set(urls.map((url) => new URL(url).origin))];
}

/**
 * The content policy; `elsewhere` are addresses that the browser asks besides its own. Of what stands inline only
 * the scripts and styles of this page (its HTML) are taken, each by its hash.
 */
export function contentPolicy(elsewhere: string[], page = '') {
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", ...inlineHashes(page, 'script')],
      styleSrc: ["'self'", ...inlineHashes(page, 'style')],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...elsewhere],
      workerSrc: ["'self'"],
      manifestSrc: ["'self'"],
      frameSrc: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      baseUri: ["'none'"],
      objectSrc: ["'none'"],
    },
  };
}

/** Of those without attributes, which is what the build writes inline (Content Security Policy 3, hash-source). */
function inlineHashes(page: string, tag: 'script' | 'style') {
  const found = page.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'));
  return [...found].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}
