import { parse } from 'bowser';

/** Returns a readable name for the text of a `User-Agent` header: 'Chrome no Windows', 'Safari no iPhone'. */
export function parseDeviceName(userAgent: string | null): string {
  if (!userAgent) return unknown;
  const { browser, os, platform } = parse(userAgent);
  const device = platform.vendor === 'Apple' ? (platform.model ?? os.name) : os.name;
  if (browser.name && device) return `${browser.name} no ${device}`;
  return browser.name || device || unknown;
}

const unknown = 'Dispositivo desconhecido';
