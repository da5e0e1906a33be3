// scripts/first-paint.ts inlines this script into the page's head. It therefore cannot import anything. With a session,
// it requests the code of the panel and the code of the list or dashboard at this URL, before the browser parses the
// styles and the static frame. Without a session, it requests nothing: compiling the code would delay the paint of the
// sign-in page.
{
  let session: string | null = null;
  try {
    session = localStorage.getItem('vitrine:session');
  } catch {
    // If the browser forbids storage, there is no stored session.
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
