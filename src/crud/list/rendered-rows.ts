import { startTransition, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { NamedRow } from '../rows.queries.ts';

type Identified = Pick<NamedRow, 'id'>;

/**
 * Returns the rows of a list to render now; `paramsKey` identifies the URL parameters of `rows`. For a new result,
 * returns at first only the rows that fit into the window. After the first paint it returns all rows: in a transition,
 * which yields to every key press, or at once when the user scrolls.
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
    // Whether all previous rows were rendered, and `rows` is a refetch with the same parameters and at least one of the
    // previous rows: then all rows render at once.
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
      // A frame callback runs before the paint, and a timer in it after the paint. requestIdleCallback would be too
      // late: the browser would first run the idle callbacks that load lazy code.
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
