/** What the panel must know before it can speak to anyone; see docs and the block in index.html. */
export type PanelConfig = {
  /** Address of the platform without a trailing slash. */
  platformUrl: string;
  publicKey: string;
  /** Digits with country code, e.g. 5511912345678; empty when there is no contact link. */
  contactPhone: string;
  cepUrl: string;
  cepFallbackUrl: string;
  cnpjUrl: string;
};

/** Read once from the JSON block of the page; what is absent there is an empty string. */
export const config: PanelConfig = readConfig();

/** Names of settings without which nothing works, for the message of a broken installation. */
export function missingSettings(): string[] {
  return config.publicKey ? [] : ['publicKey'];
}

function readConfig(): PanelConfig {
  const block = parse(document.getElementById('vitrine-config')?.textContent ?? '');
  const text = (name: keyof PanelConfig) => {
    const value = block[name];
    return typeof value === 'string' ? value.replace(/\/+$/, '') : '';
  };
  return {
    // Empty means that the platform answers where the page came from.
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
    // Checked to be an object just before the cast.
    return typeof block === 'object' && block ? (block as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
