// Written into the page behind its frames by scripts/first-paint.ts: nothing can be imported here. Whoever has a session
// sees the frame of the panel before any of its code runs, and visitors the sign-in page. Unknown addresses show
// nothing until then.
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
    .some((path) => new RegExp(`^${path.replace('$id', '[^/]+')}$`).test(pathname));
  // What draws, and the code of this address.
  const fetchCode = ({ code, pages = '' }: DOMStringMap) => {
    const own = pages.split(' ').find((page) => page.startsWith(`${pathname}=`));
    for (const href of [code, own?.split('=')[1]]) {
      if (!href) continue;
      const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href });
      link.crossOrigin = '';
      document.head.append(link);
    }
  };
  if (frame && root && isPage) {
    // Rows wait for it. Who is about to type waits for the fields: to compile it beside them would delay their paint.
    if (shown === 'panel') fetchCode(frame.dataset);
    root.append(frame.content);
    if (read('vitrine:sidebar') === 'collapsed')
      root.querySelector('aside')?.parentElement?.setAttribute('data-collapsed', 'true');
    // mount.tsx sends what was asked to be sent.
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
      // Only a list is called by the name of its place.
      const title = root.querySelector('[data-title]');
      if (title && place === pathname && place !== '/dashboard')
        title.textContent = link.textContent;
    }
  }
  // Once that is painted, the code, which has arrived meanwhile, may take the time that it needs to run.
  const begin = () => {
    if (shown === 'visitor' && frame) fetchCode(frame.dataset);
    const src = document.querySelector<HTMLLinkElement>('link[data-begin]')?.href ?? '';
    const code = Object.assign(document.createElement('script'), { type: 'module', src });
    code.crossOrigin = '';
    document.head.append(code);
  };
  // What nobody sees is not painted.
  if (document.hidden) begin();
  else requestAnimationFrame(() => setTimeout(begin));
}
