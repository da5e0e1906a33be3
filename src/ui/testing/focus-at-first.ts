/**
 * Resolves with the element that has the focus at the moment in which `isShown` becomes true: after React has changed
 * the page, and before the browser paints it.
 */
export function findFocusAtFirst(isShown: () => boolean): Promise<Element | null> {
  return new Promise((resolve) => {
    const changes = new MutationObserver(() => {
      if (!isShown()) return;
      changes.disconnect();
      resolve(document.activeElement);
    });
    changes.observe(document.body, { attributes: true, childList: true, subtree: true });
  });
}
