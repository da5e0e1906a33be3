import { expect, type Page } from '@playwright/test';

/** Collects the errors that pages log or throw during a test. `verify` fails on unexpected errors. */
export class ConsoleErrorCollector {
  readonly #errors: string[] = [];
  readonly #expected: RegExp[] = [];

  /** Allows errors that match `pattern`, such as /status of 400/: Chromium logs every failed response as an error. */
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
