const gap = 6;
const margin = 8;

/**
 * Places an open popover under its button, right edges aligned where there is room, always inside the
 * window. CSS anchor positioning would do it, but not in every browser that staff use.
 */
export function openBelow(button: HTMLElement | null, popover: HTMLElement) {
  if (!button) return;
  const anchor = button.getBoundingClientRect();
  const { width, height } = popover.getBoundingClientRect();
  const left = Math.min(Math.max(anchor.right - width, margin), innerWidth - width - margin);
  const below = anchor.bottom + gap;
  const fits = below + height + margin <= innerHeight || anchor.top < height + gap + margin;
  popover.style.left = `${Math.max(left, margin)}px`;
  popover.style.top = `${fits ? below : anchor.top - gap - height}px`;
}
