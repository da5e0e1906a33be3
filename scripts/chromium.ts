import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

/** Nothing asks the network, nothing needs a graphics card, and it starts as root too. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
const INSTALL_LIMIT_MS = 5 * 60_000;

/** The browser of the tests: CHROMIUM_PATH, an installed one, or the one that Playwright downloaded. */
export function findChromium(): string | undefined {
  const candidates = [process.env.CHROMIUM_PATH, ...INSTALLED, chromium.executablePath()];
  return candidates.find((path) => path && existsSync(path));
}

/** Installs a browser when there is none: Debian's own package first, then Playwright's download. */
export function ensureChromium(): string {
  const found = findChromium();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    run('apt-get', ['update']);
    run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium']);
  }
  if (!findChromium()) run('playwright', ['install', 'chromium']);
  const installed = findChromium();
  if (!installed) {
    throw new Error('Nenhum Chromium encontrado: instale um e aponte CHROMIUM_PATH para ele.');
  }
  return installed;
}

function run(command: string, args: string[]) {
  console.log(`> ${command} ${args.join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync(command, args, { env, stdio: 'inherit', timeout: INSTALL_LIMIT_MS });
}
