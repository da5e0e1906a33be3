import { expect, type Page } from '@playwright/test';

/**
 * Expects that the page does not scroll horizontally, and that no control is clipped, outside the window or too small.
 * Sticky bars must take at most a third of the window's height, table rows must have all cells, and lines must not
 * split words.
 */
export async function expectPageFits(page: Page, name: string) {
  // Poll, because the layout still changes just after the page was resized or has received rows.
  await expect
    .configure({ soft: true })
    .poll(() => page.evaluate(findProblems), {
      message: `${name}, ${page.viewportSize()?.width} pixels wide`,
    })
    .toEqual([]);
}

/** Expects that the page is no wider than its window; `name` identifies the page in a failure. */
export async function expectNoOverflow(page: Page, name = page.url()) {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), {
      message: `pixels beyond the window: ${name}`,
    })
    .toBeLessThanOrEqual(0);
}

/**
 * Presses Tab until the focus returns to the first element or leaves the page. Expects that each focused element has a
 * focus ring, and that nothing covers the element (WCAG 2.4.7 and 2.4.11). Returns the number of tab stops.
 */
export async function expectVisibleTabStops(page: Page, limit = 120): Promise<number> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const first = await nextStop(page);
  expect.soft(first.problem, first.name).toBe('');
  for (let stops = 1; stops < limit; stops += 1) {
    const stop = await nextStop(page);
    if (stop.id === first.id || stop.id === 'body') return stops;
    expect.soft(stop.problem, stop.name).toBe('');
  }
  throw new Error(`More than ${limit} stops`);
}

async function nextStop(page: Page) {
  await page.keyboard.press('Tab');
  return page.evaluate(inspectFocus);
}

/** Returns the focused element as an id and HTML, and the problems of its focus as one text. Runs in the page. */
function inspectFocus() {
  const focused = document.activeElement ?? document.body;
  if (focused === document.body) return { id: 'body', name: 'body', problem: '' };
  const everything = [...document.querySelectorAll('*')];
  const shown = focused.matches('[type=file]') ? (focused.parentElement ?? focused) : focused;
  const { outlineStyle, outlineWidth } = getComputedStyle(shown);
  const { left, right, top, bottom } = focused.getBoundingClientRect();
  const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const covered = !there || !(focused.contains(there) || there.contains(focused));
  const ringless = outlineStyle === 'none' || parseFloat(outlineWidth) < 2;
  return {
    id: String(everything.indexOf(focused)),
    name: focused.outerHTML.slice(0, 160),
    problem: [covered && `covered by ${there?.outerHTML.slice(0, 80)}`, ringless && 'no focus ring']
      .filter(Boolean)
      .join(', '),
  };
}

/**
 * Returns the problems for `expectPageFits`. The minimum size of a target is 24 pixels (WCAG 2.5.8). Runs in the page.
 */
function findProblems(): string[] {
  const width = document.documentElement.clientWidth;
  // Do not check targets behind a modal dialog, because users cannot click them.
  const reachable = document.querySelector('dialog:modal') ?? document;
  const targets = [
    ...reachable.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [role=menuitem], [role=menuitemradio]',
    ),
  ].filter(isShown);
  const found: string[] = [];
  if (document.documentElement.scrollWidth > width) found.push('the page scrolls sideways');
  for (const target of targets) {
    const box = target.getBoundingClientRect();
    const name = target.outerHTML.slice(0, 160);
    if (box.left < -0.5 || box.right > width + 0.5) found.push(`sticks out: ${name}`);
    if (target instanceof HTMLSelectElement && isCut(target)) found.push(`is cut: ${name}`);
    if ((box.width < 23.5 || box.height < 23.5) && !isInText(target) && isCrowded(target, box))
      found.push(`${Math.round(box.width)} × ${Math.round(box.height)}, too small: ${name}`);
  }
  const bars = barsOnTop();
  if (bars > innerHeight / 3) found.push(`bars that stick take ${bars} of ${innerHeight}`);
  return [...found, ...unevenRows(), ...splitWords()];

  /** Describes the table rows whose number of cells differs from the number of column headers. */
  function unevenRows() {
    return [...document.querySelectorAll('table')].flatMap(({ tHead, tBodies }) => {
      const columns = tHead?.rows[0]?.cells.length;
      return [...tBodies]
        .flatMap(({ rows }) => [...rows])
        .filter(({ cells }) => columns !== undefined && cells.length !== columns)
        .map(({ cells, textContent }) => `${cells.length} cells, not ${columns}: ${textContent}`);
    });
  }

  /** Returns the total height of the sticky and fixed bars at the top, including the header of a table. */
  function barsOnTop() {
    return [...document.querySelectorAll('header, thead, [class*=sticky], [class*=fixed]')]
      .filter((bar) => {
        const { position, top } = getComputedStyle(bar);
        const { width: wide, height } = bar.getBoundingClientRect();
        const sticks =
          /sticky|fixed/.test(position) &&
          parseFloat(top) < innerHeight / 2 &&
          !bar.closest('dialog, [popover]');
        return sticks && bar.checkVisibility() && wide > width / 2 && height < innerHeight / 2;
      })
      .filter((bar, _index, all) => !all.some((other) => other !== bar && other.contains(bar)))
      .reduce((sum, bar) => sum + bar.getBoundingClientRect().height, 0);
  }

  /** Describes the words of 2 to 16 letters that are split across lines. */
  function splitWords() {
    const split: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: node } = texts;
      const text = node.textContent ?? '';
      if (!node.parentElement?.checkVisibility()) continue;
      for (const { 0: word, index } of text.matchAll(
        /(?<![\p{L}@./:-])\p{L}{2,16}(?![\p{L}@./:-])/gu,
      )) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = [...range.getClientRects()].filter((line) => isSeen(line, node));
        if (new Set(lines.map(({ top }) => Math.round(top))).size > 1)
          split.push(`split: ${word} in "${text.slice(0, 60)}"`);
      }
    }
    return split;
  }

  /** Returns whether a line of text is visible: no ancestor clips it completely. */
  function isSeen({ left, right, top, bottom }: DOMRect, node: Node) {
    if (right - left < 1) return false;
    for (let around = node.parentElement; around; around = around.parentElement) {
      const box = around.getBoundingClientRect();
      const { overflowX, overflowY } = getComputedStyle(around);
      if (overflowX !== 'visible' && (left >= box.right || right <= box.left)) return false;
      if (overflowY !== 'visible' && (top + 2 >= box.bottom || bottom - 2 <= box.top)) return false;
    }
    return true;
  }

  /** Returns whether an element is visible. The skip link above the window and closed dialogs are not visible. */
  function isShown(element: HTMLElement) {
    const { width: wide, height, bottom } = element.getBoundingClientRect();
    return (
      element.checkVisibility({ visibilityProperty: true }) &&
      wide > 1 &&
      height > 1 &&
      bottom + scrollY > 0
    );
  }

  function isInText(element: HTMLElement) {
    const around = element.parentElement?.textContent?.trim() ?? '';
    return getComputedStyle(element).display === 'inline' && around !== element.textContent?.trim();
  }

  /** Returns whether a second target overlaps the circle of 24 pixels diameter around the centre of this target. */
  function isCrowded(target: HTMLElement, box: DOMRect) {
    const x = (box.left + box.right) / 2;
    const y = (box.top + box.bottom) / 2;
    return targets.some((other) => {
      if (other === target) return false;
      const { left, right, top, bottom } = other.getBoundingClientRect();
      return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)) < 12;
    });
  }

  /** Returns whether the text of a select is truncated ('Statu'). Returns false for texts of 200 pixels or more. */
  function isCut(select: HTMLSelectElement) {
    const style = getComputedStyle(select);
    const canvas = document.createElement('canvas').getContext('2d');
    if (!canvas) return false;
    canvas.font = style.font;
    const text = canvas.measureText(select.selectedOptions[0]?.text ?? '').width;
    const room =
      select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return text < 200 && text > room + 0.5;
  }
}
