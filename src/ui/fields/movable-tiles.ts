import { useLayoutEffect, useRef, useState } from 'react';
import type { DragEvent, KeyboardEvent } from 'react';
import { moveFocusBeside } from '../move-focus.ts';

/** What moves tiles of pictures; see `useMovableTiles`. */
export type MovableTiles = ReturnType<typeof useMovableTiles>;

/**
 * Tiles that people move by drag and by ← and → (or the keys of `steps`), within a field and between fields: spread `tile(id)` on
 * each, `handle(id)` on the part to take hold of. The focus stays on a tile that moves: call `hold(id)`
 * before it does. `board` is the element that all of them stand in.
 */
export function useMovableTiles(
  onStep: (id: string, step: -1 | 1) => void,
  steps: Steps = leftAndRight,
) {
  const board = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<string>();
  const held = useRef<{ id: string; control: string | undefined }>(undefined);
  useLayoutEffect(function giveTheFocusBack() {
    if (!held.current) return;
    const { id, control } = held.current;
    held.current = undefined;
    const there = board.current?.querySelector(tileOf(id));
    const same = there?.querySelector<HTMLElement>(`[data-control="${control}"]`);
    (same ?? there?.querySelector<HTMLElement>('[data-control]'))?.focus();
  });

  /** A browser lets go of the focus when what has it is put elsewhere in the page. */
  function hold(id: string) {
    const { activeElement } = document;
    if (!activeElement?.closest(tileOf(id))) return;
    held.current = { id, control: activeElement.getAttribute('data-control') ?? undefined };
  }

  /** Before a tile is removed: the focus goes to the one that takes its place. */
  function leave(id: string) {
    const leaving = board.current?.querySelector(tileOf(id));
    if (leaving) moveFocusBeside(leaving);
  }

  function tile(id: string) {
    return {
      'data-picture': id,
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        const step = steps[event.key];
        // In a text the arrows move the cursor, in a dialog over the tile something else.
        if (!step || !(event.target instanceof Element) || event.target.closest('input, dialog'))
          return;
        event.preventDefault();
        onStep(id, step);
      },
    };
  }

  function handle(id: string) {
    return {
      draggable: true,
      onDragStart({ dataTransfer }: DragEvent) {
        dataTransfer.effectAllowed = 'move';
        // Firefox drags nothing that carries no data.
        dataTransfer.setData('text/plain', '');
        setDragged(id);
      },
      onDragEnd: () => setDragged(undefined),
    };
  }

  return { board, dragged, drop: () => setDragged(undefined), hold, leave, tile, handle };
}

function tileOf(id: string): string {
  return `[data-picture="${id}"]`;
}

type Steps = Partial<Record<string, -1 | 1>>;

const leftAndRight: Steps = { ArrowLeft: -1, ArrowRight: 1 };

/** For what stands one below the other. */
export const upAndDown: Steps = { ArrowUp: -1, ArrowDown: 1 };
