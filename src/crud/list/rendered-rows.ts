import { startTransition, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { NamedRow } from '../rows.queries.ts';

type Identified = Pick<NamedRow, 'id'>;

/**
 * Returns the rows of a list to render now; `paramsKey` identifies the URL parameters of `rows`. For a new result, the
 * first render has only the rows that fit into the window. After the first paint, a transition renders all rows: key
 * presses can interrupt it. If the user scrolls earlier, all rows render at once.
 */
export function useRenderedRows<Row extends Identified>(
  rows: readonly Row[] | undefined,
  paramsKey: string,
) {
  const [{ of, renderedKey, rendered }, setRendered] = useState({
    of: rows,
    renderedKey: paramsKey,
    rendered: firstOf(rows),
  });
  if (of !== rows) {
    // Render all rows at once if:
    // - the parameters are the same,
    // - all previous rows were rendered,
    // - and `rows` still contains at least one of the previous rows.
    const isSameResult =
      paramsKey === renderedKey && rendered?.length === of?.length && !isAnother(of, rows);
    setRendered({
      of: rows,
      renderedKey: paramsKey,
      rendered: isSameResult ? rows : firstOf(rows),
    });
  }
  const isWhole = rendered?.length === rows?.length;
  useEffect(
    function renderRest() {
      if (isWhole) return;
      const renderAll = () =>
        setRendered((now) => (now.of === rows ? { ...now, rendered: rows } : now));
      // A frame callback runs before the paint; a timer that it starts runs after the paint. requestIdleCallback would
      // be too late: the browser would first run the idle callbacks that load lazy code.
      const frame = requestAnimationFrame(() => setTimeout(() => startTransition(renderAll)));
      const renderOnScroll = () => scrollY > 0 && flushSync(renderAll);
      addEventListener('scroll', renderOnScroll);
      return () => {
        cancelAnimationFrame(frame);
        removeEventListener('scroll', renderOnScroll);
      };
    },
    [rows, isWhole],
  );
  return rendered;
}

function firstOf<Row>(rows: readonly Row[] | undefined): readonly Row[] | undefined {
  return rows?.slice(0, Math.ceil(innerHeight / lowestRow));
}

function isAnother(before: readonly Identified[] = [], rows: readonly Identified[] = []) {
  const known = new Set(before.map(({ id }) => id));
  return !rows.some(({ id }) => known.has(id));
}

/** The minimum height of a row in CSS pixels; see table.css. */
const lowestRow = 48;
