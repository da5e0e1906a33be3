import { startTransition, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { NamedRow } from '../rows.ts';

type Identified = Pick<NamedRow, 'id'>;

/**
 * Of the rows of a list, which answer a `question`, those to draw now. Of an answer that comes in place of another these
 * are as many as the window has room for. The others follow once these have been painted and nothing else has come
 * for a moment (somebody types), or before whoever scrolls would see that they are missing.
 */
export function useDrawnRows<Row extends Identified>(
  rows: readonly Row[] | undefined,
  question: string,
) {
  const [{ of, answered, drawn, pause }, setDrawn] = useState({
    of: rows,
    answered: question,
    drawn: firstOf(rows),
    pause: 0,
  });
  if (of !== rows) {
    // What is read again keeps the rows that are drawn, whatever came between them.
    const keeps = question === answered && drawn?.length === of?.length && !isAnother(of, rows);
    setDrawn({
      of: rows,
      answered: question,
      drawn: keeps ? rows : firstOf(rows),
      pause: of ? moment : 0,
    });
  }
  const isWhole = drawn?.length === rows?.length;
  useEffect(
    function drawTheOthers() {
      if (isWhole) return;
      const drawAll = () => setDrawn((now) => (now.of === rows ? { ...now, drawn: rows } : now));
      const timer = setTimeout(() => startTransition(drawAll), pause);
      const drawForScroll = () => scrollY > 0 && flushSync(drawAll);
      addEventListener('scroll', drawForScroll);
      return () => {
        clearTimeout(timer);
        removeEventListener('scroll', drawForScroll);
      };
    },
    [rows, isWhole, pause],
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

/** Milliseconds: longer than between two letters of somebody who types on. */
const moment = 250;

/** CSS pixels; see table.css. */
const lowestRow = 48;
