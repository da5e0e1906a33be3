// scripts/first-paint.ts inlines this script into the head of the page, so that no page flashes in the wrong theme. It
// therefore cannot import anything. theme.ts changes the choice afterwards; both use the same storage key.
{
  let chosen: string | null = null;
  try {
    chosen = localStorage.getItem('vitrine:theme');
  } catch {
    // Where the browser forbids storage, the theme follows the system.
  }
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}
