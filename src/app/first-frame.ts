// scripts/first-paint.ts inlines this script into the page after its frames, so that it can import nothing. A browser
// with a session shows the frame of the panel before any other code runs; other visitors see the sign-in page. Unknown
// URLs show nothing until then.
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
  // Loads the code that renders, and the code of this URL.
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
    // A list waits for its code. On the sign-in page the user waits for the fields, whose paint would be delayed by
    // compiling.
    if (shown === 'panel') fetchCode(frame.dataset);
    root.append(frame.content);
    if (read('vitrine:sidebar') === 'collapsed')
      root.querySelector('aside')?.parentElement?.setAttribute('data-collapsed', 'true');
    // mount.tsx submits a form that was submitted early.
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
      // Only a list has the name of its navigation link as title.
      const title = root.querySelector('[data-title]');
      if (title && place === pathname && place !== '/dashboard')
        title.textContent = link.textContent;
    }
  }
  // Run the code after the first paint; it has loaded meanwhile.
  const begin = () => {
    if (shown === 'visitor' && frame) fetchCode(frame.dataset);
    const src = document.querySelector<HTMLLinkElement>('link[data-begin]')?.href ?? '';
    const code = Object.assign(document.createElement('script'), { type: 'module', src });
    code.crossOrigin = '';
    document.head.append(code);
  };
  // A hidden page is not painted.
  if (document.hidden) begin();
  else requestAnimationFrame(() => setTimeout(begin));
}
