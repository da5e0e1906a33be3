// Written into the page behind its frames by scripts/first-paint.ts: nothing can be imported here. Whoever has a session
// sees the frame of the panel before any of its code is there. Visitors and unknown addresses see nothing until then.
{
  const read = (key: string) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const { pathname } = location;
  const state = read('vitrine:sidebar') === 'collapsed' ? 'collapsed' : 'expanded';
  const frame = document.querySelector<HTMLTemplateElement>(`template[data-frame=${state}]`);
  const root = document.getElementById('root');
  const isPage = frame?.dataset.paths
    ?.split(' ')
    .some((path) => new RegExp(`^${path.replace('$id', '[^/]+')}$`).test(pathname));
  if (frame && root && isPage && read('vitrine:session')) {
    for (const href of frame.dataset.code?.split(' ') ?? []) {
      const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href });
      link.crossOrigin = '';
      document.head.append(link);
    }
    root.append(frame.content);
    for (const link of root.querySelectorAll<HTMLAnchorElement>('nav a')) {
      const place = link.getAttribute('href') ?? '';
      if (place !== pathname && !pathname.startsWith(`${place}/`)) continue;
      link.setAttribute('aria-current', 'page');
      // Only a list is called by the name of its place.
      const title = root.querySelector('[data-title]');
      if (title && place === pathname && place !== '/dashboard')
        title.textContent = link.textContent;
    }
  }
}
