/**
 * A page's data, begun as soon as a link to it is hovered or focused. Nobody waits for it: the page asks
 * for the same and finds it there or on its way, and shows failures itself.
 */
export function ahead(reading: Promise<unknown>): void {
  reading.catch(() => {});
}
