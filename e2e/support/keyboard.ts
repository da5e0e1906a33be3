import { expect, type Locator, type Page } from '@playwright/test';

/** Maximum number of Tab presses to reach a control: the pages of these tests have fewer tab stops. */
const TAB_LIMIT = 90;

/** Simulates a user without a mouse: moves the focus with Tab to a control with the given name, and presses keys. */
export class KeyboardUser {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    // Playwright intercepts file choosers only while the page has a listener: add it before a chooser can open.
    page.on('filechooser', () => {});
  }

  /** Presses Tab until the element with this accessible name has a visible focus. */
  async reach(name: string | RegExp) {
    const target = this.#page.locator(':focus').and(this.#named(name));
    for (let presses = 0; presses < TAB_LIMIT; presses += 1) {
      if ((await target.count()) > 0) return expectRing(target, name);
      await this.press('Tab');
    }
    throw new Error(`${TAB_LIMIT} presses of Tab never reached ${name}`);
  }

  /** Reaches a link or button and presses Enter. */
  async use(name: string | RegExp) {
    await this.reach(name);
    await this.press('Enter');
  }

  /** Reaches an input and types `text`. Tab selects the old text of the input, so `text` replaces it. */
  async fill(name: string, text: string) {
    await this.reach(name);
    await this.#page.keyboard.type(text);
  }

  /** Reaches a select and types the beginning of an option. */
  async choose(name: string, option: string) {
    await this.reach(name);
    const options = this.#page.locator(':focus').locator('option');
    await expect(options.filter({ hasText: option })).toBeAttached();
    await this.#page.keyboard.type(option);
    await expect(options.and(this.#page.locator(':checked'))).toHaveText(option);
  }

  /** Opens the file chooser of a field with Enter. */
  async chooseFiles(name: string, files: Parameters<Locator['setInputFiles']>[0]) {
    await this.reach(name);
    const chooser = this.#page.waitForEvent('filechooser');
    await this.press('Enter');
    await (await chooser).setFiles(files);
  }

  press(key: string) {
    return this.#page.keyboard.press(key);
  }

  #named(name: string | RegExp) {
    const exact = { name, exact: true };
    return this.#page
      .getByLabel(name, { exact: true })
      .or(this.#page.getByRole('button', exact))
      .or(this.#page.getByRole('link', exact));
  }
}

/** Expects a visible focus ring. The focus ring of a picture field is on its frame. */
async function expectRing(focused: Locator, name: string | RegExp) {
  const width = () =>
    focused.evaluate((element) => {
      const shown = element.matches('[type=file]') ? (element.parentElement ?? element) : element;
      const { outlineStyle, outlineWidth } = getComputedStyle(shown);
      return outlineStyle === 'none' ? 0 : parseFloat(outlineWidth);
    });
  await expect
    .poll(width, { message: `width of the focus ring of ${name}` })
    .toBeGreaterThanOrEqual(2);
}
