import { expect, type Page } from '@playwright/test';

/** Errors that a page logs or throws during a test; the test names the expected ones. */
export class ConsoleWatch {
  readonly #errors: string[] = [];
  readonly #expected: RegExp[] = [];

  /** Chromium logs every refused request, e.g. `watch.expect(/status of 400/)` for a wrong password. */
  expect(pattern: RegExp) {
    this.#expected.push(pattern);
  }

  listen(page: Page) {
    page.on('pageerror', (error) => this.#errors.push(String(error.stack || error)));
    page.on('console', (message) => {
      if (message.type() === 'error')
        this.#errors.push(`${message.text()} ${message.location().url}`);
    });
  }

  verify() {
    const unexpected = this.#errors.filter(
      (error) => !this.#expected.some((pattern) => pattern.test(error)),
    );
    expect(unexpected, 'errors in the console').toEqual([]);
  }
}
