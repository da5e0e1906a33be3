import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, ElementContext, RunOptions } from 'axe-core';

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

type WindowWithAxe = Window & {
  axe?: { run(context: ElementContext, options: RunOptions): Promise<AxeResults> };
};

/**
 * Expects three things of the current page:
 * - axe finds no problem (WCAG 2 A and AA), in the light theme and, for colours, in the dark theme.
 * - The accessible name of every link and button contains the text that CSS renders in its `::before` and `::after`.
 * - Transitions change only `opacity`, `transform`, `translate`, `scale` and `rotate`.
 */
export async function expectAccessible(page: Page) {
  const reducedMotion = await page.evaluate(readMotion);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await page.evaluate(findNameAndMotionProblems)).toEqual([]);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(waitForTransitions);
    // The second theme differs only in colours, so check only the rules about colours.
    const runOnly = colorScheme === 'light' ? LEVELS : COLOUR_RULES;
    const { violations } = await runAxe(page, { runOnly });
    const findings = violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`),
    );
    expect(findings, `axe, ${colorScheme} theme`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion });
}

/**
 * Runs axe, and injects its script only once per document. Do not use AxeBuilder of @axe-core/playwright: it is slower,
 * because it injects the script three times per run, and opens a second page for frames, which the panel does not have.
 */
async function runAxe(page: Page, options: RunOptions): Promise<AxeResults> {
  expect(page.frames(), 'frames, which axe does not reach here').toHaveLength(1);
  const isInjected = await page.evaluate(() => 'axe' in window);
  if (!isInjected) await page.evaluate(AXE);
  return page.evaluate(
    async (given) => {
      const { axe } = window as WindowWithAxe;
      if (!axe) throw new Error('The document has changed while axe was injected');
      return axe.run(document, given);
    },
    // Describe only violations: the description of all passed nodes takes most of the time.
    { ...options, resultTypes: ['violations' as const] },
  );
}

/** Returns the current value of `prefers-reduced-motion`. Runs in the page. */
function readMotion() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'reduce' : 'no-preference';
}

/** Waits for the end of the transition between the themes, during which the contrasts differ. Runs in the page. */
async function waitForTransitions() {
  // The page switches the theme in the next frame, and the transitions start in the frame after that.
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  const transitions = document.getAnimations().filter((each) => each instanceof CSSTransition);
  await Promise.allSettled(transitions.map(({ finished }) => finished));
}

/**
 * Describes the links and buttons whose accessible name lacks the text of `::before` or `::after`: axe does not check
 * WCAG 2.5.3 for this text. Also describes the elements with transitions that `expectAccessible` does not allow. Runs
 * in the page.
 */
function findNameAndMotionProblems(): string[] {
  return [...document.querySelectorAll<HTMLElement>('body *')].flatMap((element) => {
    const name = element.ariaLabel ?? element.textContent;
    const generated = ['::before', '::after'].flatMap((part) => {
      const { content } = getComputedStyle(element, part);
      return [...content.matchAll(/"([^"]+)"/g)].map(([, text = '']) => text);
    });
    const unnamed = element.matches('a, button') && generated.some((text) => !name.includes(text));
    const { transitionProperty, transitionDuration } = getComputedStyle(element);
    const animates =
      /[1-9]/.test(transitionDuration) &&
      !/^(opacity|transform|translate|scale|rotate|, )+$/.test(transitionProperty);
    const problems = [
      unnamed && `generates ${generated.join()}`,
      animates && `animates ${transitionProperty}`,
    ];
    return problems.flatMap((problem) =>
      problem ? [`${problem}: ${element.outerHTML.slice(0, 120)}`] : [],
    );
  });
}
