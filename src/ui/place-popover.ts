const gap = 6;
const margin = 8;

/**
 * Places an open popover under its button, or above the button if the popover fits only there. Aligns the right edges
 * of both, or the left edges with `start`, unless the popover would leave the window. Do not use CSS anchor positioning
 * instead: some browsers of the staff do not support it.
 */
export function placePopover(
  button: Element | null,
  popover: HTMLElement,
  align: 'start' | 'end' = 'end',
) {
  if (!button) return;
  const anchor = button.getBoundingClientRect();
  const { width, height } = popover.getBoundingClientRect();
  const wanted = align === 'start' ? anchor.left : anchor.right - width;
  const left = Math.min(Math.max(wanted, margin), innerWidth - width - margin);
  const below = anchor.bottom + gap;
  const fits = below + height + margin <= innerHeight || anchor.top < height + gap + margin;
  popover.style.left = `${Math.max(left, margin)}px`;
  popover.style.top = `${fits ? below : anchor.top - gap - height}px`;
}
