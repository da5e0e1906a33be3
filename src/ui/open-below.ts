const gap = 6;
const margin = 8;

/**
 * Places an open popover under its button, or above it if it fits only there. Their right edges are aligned, or their
 * left edges with `start`, unless the popover would leave the window. CSS anchor positioning would do this, but is not
 * available in all browsers of the staff.
 */
export function openBelow(
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
