import { startBackendWithDatabase } from '../backend-process.ts';
import { openPanel, openBrowser } from '../browser.ts';
import type { Family } from '../family.ts';
import { signIn } from '../user.ts';
import { makePng, polyglots } from '../pictures.ts';
import { sendHttpRequest } from '../send.ts';
import { PASSWORD } from '../attack-target.ts';

/** Injects scripts and markup into the page: its content security policy must block them. */
export const pagePolicy: Family = {
  name: 'page policy',
  needs: 'a browser',
  async attack({ cluster }, holds) {
    const backend = await startBackendWithDatabase(cluster);
    const browser = await openBrowser();
    try {
      const ana = await signIn(backend, 'ana@vitrine.exemplo', PASSWORD);
      const bruno = await signIn(backend, 'bruno@vitrine.exemplo', PASSWORD);
      const headers = { apikey: backend.anonKey, authorization: `Bearer ${ana.token}` };
      const folder = '/storage/v1/object/product-images/main';
      for (const [name, [type, body]] of Object.entries(polyglots)) {
        await sendHttpRequest(backend.url, 'POST', `${folder}/${name}`, {
          body,
          headers: { ...headers, 'content-type': type },
        });
      }
      const body = makePng(60_000, 60_000);
      await sendHttpRequest(backend.url, 'POST', `${folder}/bomba.png`, {
        body,
        headers: { ...headers, 'content-type': 'image/png' },
      });
      const { page, close } = await openPanel(browser, backend.url, ana);
      const attacked = () => page.evaluate(() => 'attacked' in window);

      await page.goto(`${backend.url}/perfil`);
      for (const [what, attempt] of Object.entries(ATTEMPTS)) {
        await page.evaluate(attempt);
        await page.waitForTimeout(200);
        const isAttacked = await attacked();
        holds(`${what} runs nothing`, !isAttacked);
        if (isAttacked) await page.goto(`${backend.url}/perfil`); // load a fresh page for the next attempt
      }
      const urlOf = (name: string) =>
        `${backend.url}/storage/v1/object/public/product-images/main/${name}`;
      for (const name of Object.keys(polyglots)) {
        await page.evaluate((src) => {
          const script = document.createElement('script');
          script.src = src;
          document.body.append(script);
        }, urlOf(name));
        await page.waitForTimeout(250);
        holds(`${name} is no script for the page`, !(await attacked()));
      }
      for (const name of Object.keys(polyglots)) {
        await page.goto(urlOf(name));
        holds(
          `${name} opens as a picture`,
          !(await attacked()) && (await page.locator('img').count()) === 1,
        );
      }
      await page.goto(`${backend.url}/perfil`);
      await page.evaluate(
        (src) => document.body.append(Object.assign(new Image(), { src })),
        urlOf('bomba.png'),
      );
      await page.waitForTimeout(500);
      holds(
        'a picture of 60,000 × 60,000 does not stop the page',
        (await page.evaluate(() => 1 + 1)) === 2,
      );

      for (const path of ['/dashboard', '/login', '/produtos', '/reset-password']) {
        const fragment = new URLSearchParams({
          access_token: bruno.token,
          refresh_token: bruno.refreshToken,
          expires_in: '3600',
          token_type: 'bearer',
          type: 'recovery',
        });
        await page.goto('about:blank');
        await page.goto(`${backend.url}${path}#${fragment.toString()}`);
        await page.waitForTimeout(800);
        const stored = await page.evaluate(() => localStorage.getItem('vitrine:session') ?? '');
        holds(
          `a URL with another user's session does not sign in at ${path}`,
          stored.includes(ana.email) && !stored.includes(bruno.email),
          stored.slice(0, 300),
        );
      }
      await close();
    } finally {
      await browser.close();
      await backend.stop();
    }
  },
};

/**
 * Scripts to run in the page, keyed by description. Some use timers, because the policy does not apply to code that the
 * test driver evaluates directly.
 */
const ATTEMPTS: Record<string, string> = {
  'an inline script': `{ const s = document.createElement('script'); s.textContent = 'window.attacked = 1'; document.body.append(s); }`,
  'a handler in markup': `document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.attacked=1"><svg onload="window.attacked=1"></svg>')`,
  'a handler on a button': `{ document.body.insertAdjacentHTML('beforeend', '<button id="b" onclick="window.attacked=1">x</button>'); document.getElementById('b').click(); }`,
  'a link with javascript': `{ document.body.insertAdjacentHTML('beforeend', '<a id="l" href="javascript:window.attacked=1">x</a>'); document.getElementById('l').click(); }`,
  'a frame with a page of its own': `document.body.insertAdjacentHTML('beforeend', '<iframe srcdoc="<script>parent.attacked=1</script>"></iframe>')`,
  'a frame with javascript': `document.body.insertAdjacentHTML('beforeend', '<iframe src="javascript:parent.attacked=1"></iframe>')`,
  'a frame with data': `document.body.insertAdjacentHTML('beforeend', '<iframe src="data:text/html,<script>parent.attacked=1</script>"></iframe>')`,
  eval: `setTimeout(() => { try { eval('window.attacked = 1') } catch {} })`,
  'a function of text': `setTimeout(() => { try { new Function('window.attacked = 1')() } catch {} })`,
  'a timer of text': `setTimeout(() => { try { setTimeout('window.attacked = 1') } catch {} })`,
  'a script from data': `{ const s = document.createElement('script'); s.src = 'data:text/javascript,window.attacked=1'; document.body.append(s); }`,
  'a script from a blob': `{ const s = document.createElement('script'); s.src = URL.createObjectURL(new Blob(['window.attacked=1'])); document.body.append(s); }`,
  'a module from data': `setTimeout(() => import('data:text/javascript,window.attacked=1').catch(() => 0))`,
  'an object': `document.body.insertAdjacentHTML('beforeend', '<object data="data:text/html,<script>parent.attacked=1</script>"></object><embed src="data:text/html,x">')`,
  'a base URL of another origin': `{ document.head.insertAdjacentHTML('afterbegin', '<base href="https://evil.example/">'); if (document.baseURI.includes('evil')) window.attacked = 1; }`,
  'a style element': `{ document.body.insertAdjacentHTML('beforeend', '<style>#root{outline:7px solid red}</style>'); if (getComputedStyle(document.getElementById('root')).outlineWidth === '7px') window.attacked = 1; }`,
  'a style attribute in markup': `{ document.body.insertAdjacentHTML('beforeend', '<p id="p" style="outline:7px solid red">x</p>'); if (getComputedStyle(document.getElementById('p')).outlineWidth === '7px') window.attacked = 1; }`,
  'a call to another server': `setTimeout(() => { document.addEventListener('securitypolicyviolation', (e) => { if (e.effectiveDirective === 'connect-src') window.blocked = 1; }); fetch('https://evil.example/').then(() => { window.attacked = 1 }, () => { if (!window.blocked) setTimeout(() => { if (!window.blocked) window.attacked = 1 }, 50) }); })`,
  'a form to another server': `{ document.body.insertAdjacentHTML('beforeend', '<iframe name="t"></iframe><form id="f" target="t" action="https://evil.example/"></form>'); document.addEventListener('securitypolicyviolation', (e) => { if (e.effectiveDirective === 'form-action') window.stopped = 1; }); document.getElementById('f').submit(); setTimeout(() => { if (!window.stopped) window.attacked = 1 }, 100); }`,
  'a worker from a blob': `setTimeout(() => { try { new Worker(URL.createObjectURL(new Blob(['postMessage(1)']))).onmessage = () => { window.attacked = 1 } } catch {} })`,
};
