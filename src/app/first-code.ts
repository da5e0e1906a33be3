// scripts/first-paint.ts inlines this script into the page's head, so that it can import nothing. For a user
// with a session it requests the code that renders, and the code of this URL, before the browser parses style and frame.
// A visitor waits for the sign-in page, whose paint would be delayed by compiling.
{
  let session: string | null = null;
  try {
    session = localStorage.getItem('vitrine:session');
  } catch {
    // Where the browser forbids storage, there is no session.
  }
  const { view, pages = '' } =
    document.querySelector<HTMLLinkElement>('link[data-begin]')?.dataset ?? {};
  const own = pages.split(' ').find((page) => page.startsWith(`${location.pathname}=`));
  for (const href of session ? [view, own?.split('=')[1]] : []) {
    if (!href) continue;
    const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href });
    link.crossOrigin = '';
    document.head.append(link);
  }
}
