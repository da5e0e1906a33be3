import { startTransition, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { NamedRow } from '../rows.ts';

type Identified = Pick<NamedRow, 'id'>;

/**
 * Of the rows of a list those to draw now. Of a page that comes in place of another these are as many as the window has
 * room for; the others follow once these have been painted, or before whoever scrolls would see that they are missing.
 */
export function useDrawnRows<Row extends Identified>(rows: readonly Row[] | undefined) {
  const [{ of, drawn }, setDrawn] = useState({ of: rows, drawn: firstOf(rows) });
  // Rows that were there already stay, whatever came between them.
  if (of !== rows) setDrawn({ of: rows, drawn: isAnother(of, rows) ? firstOf(rows) : rows });
  const isWhole = drawn?.length === rows?.length;
  useEffect(
    function drawTheOthers() {
      if (isWhole) return;
      const drawAll = () => setDrawn({ of: rows, drawn: rows });
      const drawForScroll = () => scrollY > 0 && flushSync(drawAll);
      startTransition(drawAll);
      addEventListener('scroll', drawForScroll);
      return () => removeEventListener('scroll', drawForScroll);
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
