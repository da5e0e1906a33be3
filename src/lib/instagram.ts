/**
 * The name of an Instagram profile in user input: '@nome', 'nome', or a URL of the profile. Empty for empty input. The
 * URL of another page is unchanged: it is no valid name.
 */
export function instagramHandle(typed: string): string {
  const bare = typed.replace(/\s/g, '');
  const path = bare.replace(/^(https?:\/\/)?((www|m)\.)?(instagram\.com|instagr\.am)\//i, '');
  if (path === bare ? /\/./.test(bare) : otherPage.test(path)) return typed;
  return path.replace(/^@+/, '').replace(/[/?#].*$/, '');
}

/** The pages of Instagram that belong to no profile, such as that of a post. */
const otherPage = /^(p|reels?|stories|explore|tv)([/?#]|$)/i;

/** True for a valid Instagram name. It may have dots, as the address of a website. */
export function isInstagramHandle(handle: string): boolean {
  return /^(?!www\.)[a-z0-9._]{1,30}$/i.test(handle);
}
