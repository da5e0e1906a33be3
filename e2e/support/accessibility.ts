import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Expects no finding of axe (WCAG 2 A and AA) on the current page in both themes, no control with visible CSS text
 * outside of its accessible name, and only animations of opacity and transform.
 */
export async function expectAccessible(page: Page) {
  expect(await page.evaluate(namesAndMotion)).toEqual([]);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(settled);
    const axe = new AxeBuilder({ page });
    // The second theme differs in colours only: no other rule can have another result.
    const chosen = colorScheme === 'light' ? axe.withTags(LEVELS) : axe.withRules(COLOUR_RULES);
    const { violations } = await chosen.analyze();
    const findings = violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`),
    );
    expect(findings, `axe, ${colorScheme} theme`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/** Waits for the transition between the themes: in the middle, a colour fails against both. */
async function settled() {
  // The page switches the theme in the next frame, and the transitions start in the one after.
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  const transitions = document.getAnimations().filter((each) => each instanceof CSSTransition);
  await Promise.allSettled(transitions.map(({ finished }) => finished));
}

/** Runs in the page. Axe does not check text that CSS generates (WCAG 2.5.3). */
function namesAndMotion(): string[] {
  return [...document.querySelectorAll<HTMLElement>('body *')].flatMap((element) => {
    const name = element.ariaLabel ?? element.textContent;
    const drawn = ['::before', '::after'].flatMap((part) => {
      const { content } = getComputedStyle(element, part);
      return [...content.matchAll(/"([^"]+)"/g)].map(([, text = '']) => text);
    });
    const unnamed = element.matches('a, button') && drawn.some((text) => !name.includes(text));
    const { transitionProperty, transitionDuration } = getComputedStyle(element);
    const moves =
      /[1-9]/.test(transitionDuration) &&
      !/^(opacity|transform|translate|scale|rotate|, )+$/.test(transitionProperty);
    const problems = [unnamed && `draws ${drawn.join()}`, moves && `moves ${transitionProperty}`];
    return problems.flatMap((problem) =>
      problem ? [`${problem}: ${element.outerHTML.slice(0, 120)}`] : [],
    );
  });
}
