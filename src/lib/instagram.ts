/** The name of an Instagram profile in user input: '@nome', 'nome', or a URL of the profile. Empty for empty input. */
export function instagramHandle(typed: string): string {
  return typed
    .replace(/\s/g, '')
    .replace(/^(https?:\/\/)?((www|m)\.)?(instagram\.com|instagr\.am)\//i, '')
    .replace(/^@+/, '')
    .replace(/[/?#].*$/, '');
}

/** True for a valid Instagram name. */
export function isInstagramHandle(handle: string): boolean {
  return /^[a-z0-9._]{1,30}$/i.test(handle);
}
