/** The settings of the panel, in the JSON block `vitrine-config` of index.html (docs/hosted.md). */
export type PanelConfig = {
  /** URL of the platform without a trailing slash. */
  platformUrl: string;
  publicKey: string;
  /** Digits with country code, e.g. 5511912345678. If it is empty, no contact link is shown. */
  contactPhone: string;
  cepUrl: string;
  cepFallbackUrl: string;
  cnpjUrl: string;
};

/** The settings, read once when this module loads. A missing setting is an empty string, except `platformUrl`. */
export const config: PanelConfig = readConfig();

function readConfig(): PanelConfig {
  const block = parse(document.getElementById('vitrine-config')?.textContent ?? '');
  const text = (name: keyof PanelConfig) => {
    const value = block[name];
    return typeof value === 'string' ? value.replace(/\/+$/, '') : '';
  };
  return {
    // By default, the platform has the origin of the page.
    platformUrl: text('platformUrl') || location.origin,
    publicKey: text('publicKey'),
    contactPhone: text('contactPhone'),
    cepUrl: text('cepUrl'),
    cepFallbackUrl: text('cepFallbackUrl'),
    cnpjUrl: text('cnpjUrl'),
  };
}

function parse(json: string): Record<string, unknown> {
  try {
    const block: unknown = JSON.parse(json);
    // The check before the cast ensures an object.
    return typeof block === 'object' && block ? (block as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
