import type { Page } from 'playwright';
import { STAFF, STAFF_PASSWORD } from '../../backend/testing/cluster.ts';

/** URLs, CSS selectors and sign-in of one of the two compared sites. */
export type Site = {
  signInPage: string;
  /** URL of the list with 50 rows a page. */
  list: string;
  signInField: string;
  /** Selector of a link in the navigation beside the list. */
  frame: string;
  row: string;
  toProducts: string;
  toElsewhere: string;
  elsewhere: string;
  next: string;
  search: string;
  open: string;

  /** Selector of the form field for the name of a product. */
  nameField: string;
  save: string;
  signIn(page: Page): Promise<void>;
};

/** Describes the panel at `url`. `signIn` signs in as the first user of the tests, an Administrador. */
export function createPanelSite(url: string): Site {
  return {
    signInPage: `${url}/login`,
    list: `${url}/produtos?por=50`,
    signInField: 'input[type=email]',
    frame: 'nav a[href="/produtos"]',
    row: 'main tbody tr',
    toProducts: 'aside nav a[href="/produtos"]',
    toElsewhere: 'aside nav a[href="/dashboard"]',
    elsewhere: 'main h1',
    next: 'button[aria-label="Próxima página"]',
    search: 'header input[type=search]',
    open: 'main tbody tr a[href^="/produtos/editar/"]',

    nameField: 'form input[name=name]',
    save: 'form button[type=submit]',
    async signIn(page) {
      await page.goto(`${url}/login`);
      await page.fill('input[type=email]', STAFF[0].email);
      await page.fill('input[type=password]', STAFF_PASSWORD);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/dashboard');
    },
  };
}

/** Describes the hand-written page at `url` (bench/floor). Its sign-in sends no request. */
export function createFloorSite(url: string): Site {
  return {
    signInPage: `${url}/`,
    list: `${url}/produtos`,
    signInField: '#lf input',
    frame: '#np',
    row: '#tb tr.row',
    toProducts: '#np',
    toElsewhere: '#nd',
    elsewhere: '#dash',
    next: '#nx',
    search: '#s',
    open: '#tb tr.row td:nth-child(2)',

    nameField: '#f input[name=name]',
    save: '#f button',
    async signIn(page) {
      await page.goto(`${url}/`);
      await page.fill('#lf input[name=email]', STAFF[0].email);
      await page.click('#lf button');
      await page.waitForSelector('#dash', { state: 'attached' });
    },
  };
}
