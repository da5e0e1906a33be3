import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Locator, type Page } from 'playwright';
import sharp from 'sharp';
import { CHROMIUM_ARGS, findChromium } from './chromium.ts';
import { PIXEL_RATIO } from './manual/plugin.ts';
import { MANUAL_FOLDER } from './manual/read-manual.ts';
import { PROJECT_FOLDER } from './run.ts';

const PICTURES = join(MANUAL_FOLDER, 'imagens');
const VIEWPORT = { width: 1366, height: 720 };
/** The part of the page beside the sidebar. The pictures leave out the sidebar, so that this part appears larger. */
const BESIDE_SIDEBAR = { x: 224, y: 0, width: VIEWPORT.width - 224, height: VIEWPORT.height };
const START_LIMIT_MS = 120_000;
/** Pause before each screenshot, because browsers decode the pictures in rows after they have rendered the rows. */
const DECODING_MS = 600;
const SHEET = `SKU;Preço de venda;Preço promocional
BEB-COCO-1L;15,90;
POL-ACAI-1KG;38,90;34,90
CAF-CERRADO-250;44,90;
CAF-ESPRESSO-1KG;124,90;
`;

// Takes the pictures of docs/manual from the demonstration, in both themes: `npm run pictures` after `npm run build`.
// Starts its own installation, in a folder that is deleted at the end.

const password = randomBytes(12).toString('base64url');
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS });
const demo = await startDemo();
try {
  await mkdir(PICTURES, { recursive: true });
  await takePictures(await signIn(browser, 'ana'), await signIn(browser, 'bruno'));
} finally {
  await browser.close();
  await demo.stop();
}

async function takePictures(page: Page, colleague: Page) {
  await page.goto(`${demo.url}/dashboard`);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Páginas, ações e cadastros' }).fill('cast');
  await page.getByRole('option').nth(4).waitFor();
  await take(page, 'busca', page.getByRole('dialog', { name: 'Buscar em tudo' }));

  await page.goto(`${demo.url}/produtos?status=Ativo&tipo=Produto`);
  await take(page, 'lista');

  await page.goto(`${demo.url}/produtos?busca=cafe`);
  for (const index of [0, 1, 2]) await page.locator('.row-check').nth(index).check();
  await take(page, 'selecao');

  await page.getByRole('link', { name: 'Café Caparaó Microlote 250 g' }).first().click();
  const { pathname } = new URL(page.url());
  await page.getByText('Prévia do cartão').first().waitFor();
  await take(page, 'produto');
  await take(page, 'imagens', page.getByRole('region', { name: 'Imagens', exact: true }));

  await colleague.goto(demo.url + pathname);
  await save(colleague, 'Subtítulo', 'Edição numerada, 500 pacotes');
  await fill(page, 'Subtítulo', 'Edição limitada desta safra');
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  const conflict = page.getByRole('dialog');
  await conflict.getByText('Sua versão').waitFor();
  await take(page, 'duas-pessoas', conflict);
  await conflict.getByRole('button', { name: 'Gravar o que escolhi' }).click();
  await page.getByText('Produto atualizado com sucesso!').first().waitFor();

  await page.goto(demo.url + pathname);
  await page.getByRole('button', { name: 'Mais opções' }).click();
  await page.getByRole('menuitem', { name: 'Histórico' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: 'Restaurar esta versão' })
    .first()
    .waitFor();
  await take(page, 'historico', page.getByRole('dialog'));

  await page.goto(`${demo.url}/produtos/importar`);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'precos-de-dezembro.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(SHEET),
    });
  await page.getByRole('button', { name: 'Conferir', exact: true }).click();
  await page.getByRole('button', { name: /^Importar \d/ }).waitFor();
  await take(page, 'importacao');

  await moveToTrash(page, 'castanha');
  await moveToTrash(colleague, 'mel');
  await page.goto(`${demo.url}/lixeira`);
  await take(page, 'lixeira');

  // Take the dashboard last, because its chart is empty until records are changed.
  await page.goto(`${demo.url}/dashboard`);
  await take(page, 'dashboard');
}

async function moveToTrash(page: Page, search: string) {
  await page.goto(`${demo.url}/produtos?busca=${search}`);
  await page.getByRole('checkbox', { name: 'Selecionar a página' }).click();
  const bar = page.getByRole('region', { name: 'Seleção' });
  await bar.getByRole('button', { name: 'Mais alterações' }).click();
  await page.getByRole('menuitem', { name: 'Mover para a Lixeira' }).click();
  await page.getByRole('button', { name: /^Mover \d+ produtos/ }).click();
  await page
    .getByText(/movidos para a Lixeira/)
    .first()
    .waitFor();
}

async function fill(page: Page, label: string, text: string) {
  await page.getByRole('textbox', { name: label, exact: true }).fill(text);
}

async function save(page: Page, label: string, text: string) {
  await fill(page, label, text);
  await page.getByRole('button', { name: 'Salvar', exact: true }).click();
  await page.getByText('Produto atualizado com sucesso!').first().waitFor();
}

/** Takes a picture of the page, or of a part of it, in both themes. */
async function take(page: Page, name: string, part?: Locator) {
  await page.waitForLoadState('networkidle');
  await page.locator('.skeleton, [aria-busy=true]').first().waitFor({ state: 'detached' });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.waitForTimeout(DECODING_MS);
    const picture = await (part
      ? part.screenshot({ animations: 'disabled', caret: 'hide' })
      : page.screenshot({ animations: 'disabled', caret: 'hide', clip: BESIDE_SIDEBAR }));
    const file = `${name}${colorScheme === 'dark' ? '.escuro' : ''}.webp`;
    await sharp(picture).webp({ quality: 72, effort: 6 }).toFile(join(PICTURES, file));
    console.log(file);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

async function signIn(from: Browser, person: string): Promise<Page> {
  const context = await from.newContext({
    viewport: VIEWPORT,
    deviceScaleFactor: PIXEL_RATIO,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    colorScheme: 'light',
  });
  const page = await context.newPage();
  await page.goto(`${demo.url}/login`);
  await page.getByLabel('E-mail').fill(`${person}@vitrine.exemplo`);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.waitForURL('**/dashboard');
  return page;
}

/** Starts the server with the demonstration, on a free port and with its own data folder. */
async function startDemo() {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-manual-'));
  // Let PostgreSQL enter the folder: if this script runs as root, PostgreSQL runs under a different account.
  await chmod(folder, 0o755);
  const server = spawn(process.execPath, [join(PROJECT_FOLDER, 'backend/main.ts'), '--demo'], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      DEMO_PASSWORD: password,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    server.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const [printed] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
      if (printed) resolve(printed);
    });
    server.once('exit', (code) => reject(new Error(`The backend ended with ${code}:\n${output}`)));
    setTimeout(() => reject(new Error('The backend did not start')), START_LIMIT_MS).unref();
  });
  return {
    url,
    async stop() {
      server.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
