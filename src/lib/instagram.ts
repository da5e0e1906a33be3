/**
 * Parses user input: '@nome', 'nome', or the URL of an Instagram profile. Returns the name of the profile: 'nome'.
 * Returns '' for empty input. Returns the URL of another page unchanged: `isInstagramHandle` then rejects it.
 */
export function parseInstagramHandle(typed: string): string {
  const bare = typed.replace(/\s/g, '');
  const path = bare.replace(/^(https?:\/\/)?((www|m)\.)?(instagram\.com|instagr\.am)\//i, '');
  if (path === bare ? /\/./.test(bare) : otherPage.test(path)) return typed;
  return path.replace(/^@+/, '').replace(/[/?#].*$/, '');
}

/** Matches the paths of Instagram pages that are not a profile, for example posts. */
const otherPage = /^(p|reels?|stories|explore|tv)([/?#]|$)/i;

/** Whether a text is a valid Instagram name. A name can contain dots, but 'www.nome' is the address of a website. */
export function isInstagramHandle(handle: string): boolean {
  return /^(?!www\.)[a-z0-9._]{1,30}$/i.test(handle);
}
