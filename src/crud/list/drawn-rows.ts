import { startTransition, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { NamedRow } from '../rows.queries.ts';

type Identified = Pick<NamedRow, 'id'>;

/**
 * The rows of a list to render now; all rows are the result of one `question`. For a new result, these are at first the
 * rows that fit into the window. The others render after the first paint, in a transition that yields to every key
 * press, or at once when the user scrolls.
 */
export function useDrawnRows<Row extends Identified>(
  rows: readonly Row[] | undefined,
  question: string,
) {
  const [{ of, answered, drawn }, setDrawn] = useState({
    of: rows,
    answered: question,
    drawn: firstOf(rows),
  });
  if (of !== rows) {
    // A refetch of the same query keeps the rendered rows.
    const keeps = question === answered && drawn?.length === of?.length && !isAnother(of, rows);
    setDrawn({ of: rows, answered: question, drawn: keeps ? rows : firstOf(rows) });
  }
  const isWhole = drawn?.length === rows?.length;
  useEffect(
    function drawTheOthers() {
      if (isWhole) return;
      const drawAll = () => setDrawn((now) => (now.of === rows ? { ...now, drawn: rows } : now));
      // A frame callback runs before the paint, and a timer in it after the paint. requestIdleCallback would be too
      // late: the browser would first run the idle callbacks that load lazy code.
      const frame = requestAnimationFrame(() => setTimeout(() => startTransition(drawAll)));
      const drawForScroll = () => scrollY > 0 && flushSync(drawAll);
      addEventListener('scroll', drawForScroll);
      return () => {
        cancelAnimationFrame(frame);
        removeEventListener('scroll', drawForScroll);
      };
    },
    [rows, isWhole],
  );
  return drawn;
}

function firstOf<Row>(rows: readonly Row[] | undefined): readonly Row[] | undefined {
  return rows?.slice(0, Math.ceil(innerHeight / lowestRow));
}

function isAnother(before: readonly Identified[] = [], rows: readonly Identified[] = []) {
  const known = new Set(before.map(({ id }) => id));
  return !rows.some(({ id }) => known.has(id));
}

/** CSS pixels; see table.css. */
const lowestRow = 48;
