// scripts/first-paint.ts inlines this script into the page after the static frames. It therefore cannot import
// anything. Before the code of the panel runs, it shows the frame of the panel to a browser with a session, and the
// sign-in page to other visitors. It shows nothing at a URL that is not in `data-paths` of the frame.
{
  const read = (key: string) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const { pathname } = location;
  const shown = read('vitrine:session') ? 'panel' : 'visitor';
  const frame = document.querySelector<HTMLTemplateElement>(`template[data-frame=${shown}]`);
  const root = document.getElementById('root');
  const isPage = frame?.dataset.paths
    ?.split(' ')
    .some((path) => new RegExp(`^${path.replace(/\$\w+/, '[^/]+')}$`).test(pathname));
  if (frame && root && isPage) {
    root.append(frame.content);
    if (read('vitrine:sidebar') === 'collapsed')
      root.querySelector('aside')?.parentElement?.setAttribute('data-collapsed', 'true');
    // Record an early submit. When React has rendered the form, render-panel.tsx repeats the submit.
    root.querySelector('form')?.addEventListener('submit', ({ currentTarget }) => {
      const form = currentTarget as HTMLFormElement;
      form.dataset.sent = '';
      const button = form.querySelector('[type=submit]');
      if (button && form.checkValidity()) button.textContent = 'Entrando...';
    });
    for (const link of root.querySelectorAll<HTMLAnchorElement>('nav a')) {
      const place = link.getAttribute('href') ?? '';
      if (place !== pathname && !pathname.startsWith(`${place}/`)) continue;
      link.setAttribute('aria-current', 'page');
      // Only a list has the same title as its navigation link: show no title on forms and on the dashboard.
      const title = root.querySelector('[data-title]');
      if (title && place === pathname && place !== '/dashboard')
        title.textContent = link.textContent;
    }
  }
  // Run the entry script after the first paint. The browser loads it meanwhile (modulepreload).
  const begin = () => {
    const src = document.querySelector<HTMLLinkElement>('link[data-begin]')?.href ?? '';
    const code = Object.assign(document.createElement('script'), { type: 'module', src });
    code.crossOrigin = '';
    document.head.append(code);
  };
  // A hidden page is not painted: run the entry script at once.
  if (document.hidden) begin();
  else requestAnimationFrame(() => setTimeout(begin));
}
