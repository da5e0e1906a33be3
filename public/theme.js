// Runs before the first paint, so that no page flashes in the wrong theme. src/app/theme.ts changes
// the choice afterwards; both know the storage key.
(function applyTheme() {
  var chosen = null;
  try {
    chosen = localStorage.getItem('vitrine:theme');
  } catch {
    // A browser that forbids storage follows the system.
  }
  var dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
