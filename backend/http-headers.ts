import type { HelmetOptions } from 'helmet';
import type { Config } from './config.ts';

/** Nothing inline, nothing from elsewhere but the lookups that the browser itself makes. */
export function helmetOptions(config: Config): HelmetOptions {
  const lookups = [config.cepUrl, config.cepFallbackUrl, config.cnpjUrl].map(
    (url) => new URL(url).origin,
  );
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...new Set(lookups)],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        frameSrc: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
      },
    },
    // A browser that once saw this header on a host never speaks plain HTTP to it again.
    strictTransportSecurity: config.publicUrl?.startsWith('https:')
      ? { maxAge: 31_536_000, includeSubDomains: false }
      : false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-site' },
    crossOriginEmbedderPolicy: false,
  };
}
