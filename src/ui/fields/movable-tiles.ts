import { useLayoutEffect, useRef, useState } from 'react';
import type { DragEvent, KeyboardEvent } from 'react';
import { moveFocusToSibling } from '../move-focus.ts';

/** The result of `useMovableTiles`: the id of the dragged tile, and the functions and handlers that move tiles. */
export type MovableTileHandlers = ReturnType<typeof useMovableTiles>;

/**
 * Returns the handlers for tiles that users move by drag, or by ← and → (or the keys of `steps`). Tiles can move within
 * a field and between fields.
 * - Spread `tile(id)` on each tile, and `handle(id)` on its drag handle.
 * - Set `board` as the ref of the common ancestor of all tiles.
 * - Call `hold(id)` before a tile moves, so that the focus stays on the tile.
 * - Call `leave(id)` before a tile is removed, so that the focus moves to another tile.
 * - Call `drop` when the user drops a tile: it sets `dragged`, the id of the dragged tile, to undefined.
 */
export function useMovableTiles(
  onStep: (id: string, step: -1 | 1) => void,
  steps: Steps = leftAndRight,
) {
  const board = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<string>();
  const held = useRef<{ id: string; control: string | undefined }>(undefined);
  useLayoutEffect(function restoreFocus() {
    if (!held.current) return;
    const { id, control } = held.current;
    held.current = undefined;
    const there = board.current?.querySelector(tileOf(id));
    const same = there?.querySelector<HTMLElement>(`[data-control="${control}"]`);
    (same ?? there?.querySelector<HTMLElement>('[data-control]'))?.focus();
  });

  /** Remembers the focused control of a tile, to focus it again after the move: a move in the DOM removes the focus. */
  function hold(id: string) {
    const { activeElement } = document;
    if (!activeElement?.closest(tileOf(id))) return;
    held.current = { id, control: activeElement.getAttribute('data-control') ?? undefined };
  }

  /**
   * If the focus is in a tile that is about to be removed, moves the focus to the next tile, else to the previous tile,
   * else to the page.
   */
  function leave(id: string) {
    const leaving = board.current?.querySelector(tileOf(id));
    if (leaving) moveFocusToSibling(leaving);
  }

  function tile(id: string) {
    return {
      'data-picture': id,
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        const step = steps[event.key];
        // Ignore keys in a text input, where arrows move the caret. Also ignore keys in a dialog over the tile, because
        // the dialog has its own keys.
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
        // Set any data, even an empty text: Firefox does not start a drag without data.
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

/** The `steps` for vertical lists. */
export const verticalArrowSteps: Steps = { ArrowUp: -1, ArrowDown: 1 };
