// Written into the head of the page by scripts/first-paint.ts, so that no page flashes in the wrong theme: nothing can
// be imported here. theme.ts changes the choice afterwards; both know the storage key.
{
  let chosen: string | null = null;
  try {
    chosen = localStorage.getItem('vitrine:theme');
  } catch {
    // A browser that forbids storage follows the system.
  }
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}
