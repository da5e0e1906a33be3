import { createHash } from 'node:crypto';
import type { HelmetOptions } from 'helmet';
import type { Config } from './config.ts';

/**
 * Returns Helmet's options. The Content Security Policy forbids inline code. It also forbids all other origins, except
 * requests to the lookup services.
 */
export function createHelmetOptions(config: Config): HelmetOptions {
  return {
    contentSecurityPolicy: createContentSecurityPolicy(lookupsOf(config)),
    // For a year after this header, a browser uses only HTTPS with this host.
    strictTransportSecurity: config.PUBLIC_URL?.startsWith('https:')
      ? { maxAge: 31_536_000, includeSubDomains: false }
      : false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-site' },
    crossOriginEmbedderPolicy: false,
  };
}

/**
 * Value of the `Permissions-Policy` header. It disables browser features that no page uses, so that an injected script
 * cannot use them either.
 */
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

/** Returns the options of the page's Content Security Policy, which allows the inline scripts and styles of `html`. */
export function createPageSecurityPolicy(config: Config, html: string) {
  return createContentSecurityPolicy(lookupsOf(config), html);
}

function lookupsOf(config: Config) {
  const urls = [config.CEP_URL, config.CEP_FALLBACK_URL, config.CNPJ_URL];
  return [...new Set(urls.map((url) => new URL(url).origin))];
}

/**
 * Returns the options of a Content Security Policy. The policy allows inline scripts and styles only if `page` contains
 * them: it lists their hashes.
 * @param elsewhere the origins, besides the server's own, to which the page can send requests
 * @param page the HTML of the page
 */
export function createContentSecurityPolicy(elsewhere: string[], page = '') {
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

/**
 * Returns the hashes of the inline elements (Content Security Policy 3, hash-source). Finds only tags without
 * attributes, because the build writes inline scripts and styles in this form.
 */
function inlineHashes(page: string, tag: 'script' | 'style') {
  const found = page.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'));
  return [...found].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}
