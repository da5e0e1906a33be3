import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { chromium } from 'playwright';
import { runProgram } from './run.ts';

/**
 * Arguments of Chromium. With these arguments it sends no requests of its own, uses no graphics card, and starts as
 * root too.
 */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Gives texts the same width in headless and full browsers.
  '--font-render-hinting=none',
];

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
/** Path of headless Chromium. It has the same engine as the full browser, and halves the CPU time of the tests. */
const SHELL = '/usr/bin/chromium-headless-shell';
const INSTALL_LIMIT_MS = 5 * 60_000;

/**
 * Returns the path of a full browser: CHROMIUM_PATH, an installed one, or Playwright's download; undefined if there is
 * none.
 */
export function findChromium(): string | undefined {
  return firstOf([process.env.CHROMIUM_PATH, ...INSTALLED, chromium.executablePath()]);
}

/**
 * Returns the path of the browser of the tests: CHROMIUM_PATH, headless Chromium, or the result of `findChromium`;
 * undefined if there is none.
 */
export function findTestBrowser(): string | undefined {
  return firstOf([process.env.CHROMIUM_PATH, SHELL]) ?? findChromium();
}

/**
 * Installs a browser for the tests if there is none: as root from the Debian package, otherwise with Playwright. An
 * abort of `limit` ends the installation.
 * @returns the path of the browser
 */
export async function ensureTestBrowser(limit: AbortSignal): Promise<string> {
  const found = findTestBrowser();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    await install(limit, 'apt-get', ['update']);
    await install(limit, 'apt-get', ['install', '-y', '--no-install-recommends', basename(SHELL)]);
    // An older Debian has no package of headless Chromium: install the full browser.
    if (!existsSync(SHELL))
      await install(limit, 'apt-get', ['install', '-y', '--no-install-recommends', 'chromium']);
  }
  if (!findTestBrowser()) await install(limit, 'playwright', ['install', 'chromium']);
  const installed = findTestBrowser();
  if (!installed) {
    throw new Error('Nenhum Chromium encontrado: instale um e aponte CHROMIUM_PATH para ele.');
  }
  return installed;
}

function firstOf(paths: readonly (string | undefined)[]): string | undefined {
  return paths.find((path) => path && existsSync(path));
}

async function install(limit: AbortSignal, command: string, args: string[]) {
  console.log(`> ${command} ${args.join(' ')}`);
  await runProgram(command, args, {
    show: true,
    env: { DEBIAN_FRONTEND: 'noninteractive' },
    limit: AbortSignal.any([limit, AbortSignal.timeout(INSTALL_LIMIT_MS)]),
  });
}
