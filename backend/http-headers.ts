import { createHash } from 'node:crypto';
import type { HelmetOptions } from 'helmet';
import type { Config } from './config.ts';

/** Helmet's options. The content policy forbids inline code, and other origins except the lookup services. */
export function helmetOptions(config: Config): HelmetOptions {
  return {
    contentSecurityPolicy: contentPolicy(lookupsOf(config)),
    // After this header a browser never uses plain HTTP with the host.
    strictTransportSecurity: config.PUBLIC_URL?.startsWith('https:')
      ? { maxAge: 31_536_000, includeSubDomains: false }
      : false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-site' },
    crossOriginEmbedderPolicy: false,
  };
}

/** Browser features that no page uses, so that an injected script cannot use them either. */
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

/** The content policy of the panel's page, with the inline parts of the build. */
export function pagePolicy(config: Config, html: string) {
  return contentPolicy(lookupsOf(config), html);
}

function lookupsOf(config: Config) {
  const urls = [config.CEP_URL, config.CEP_FALLBACK_URL, config.CNPJ_URL];
  return [...new Set(urls.map((url) => new URL(url).origin))];
}

/**
 * The content policy; `elsewhere` lists further origins for requests. Of inline code only the scripts and styles of
 * this page (its HTML) are allowed, each by its hash.
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

/** The hashes of inline elements without attributes, as the build writes them (Content Security Policy 3, hash-source). */
function inlineHashes(page: string, tag: 'script' | 'style') {
  const found = page.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'));
  return [...found].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}
