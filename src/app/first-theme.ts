// Sets the theme before the first paint, so that no page flashes in the wrong theme. scripts/first-paint.ts inlines
// this script into the head of the page. It therefore cannot import anything. theme.ts uses the same storage key.
{
  let chosen: string | null = null;
  try {
    chosen = localStorage.getItem('vitrine:theme');
  } catch {
    // If the browser forbids storage, the theme follows the system.
  }
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}
