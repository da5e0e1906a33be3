/**
 * The bare name of an Instagram profile in what people type or paste: '@nome', 'nome', an address of
 * the profile. Empty for nothing.
 */
export function instagramHandle(typed: string): string {
  return typed
    .replace(/\s/g, '')
    .replace(/^(https?:\/\/)?((www|m)\.)?(instagram\.com|instagr\.am)\//i, '')
    .replace(/^@+/, '')
    .replace(/[/?#].*$/, '');
}

/** True for what Instagram takes as a name. */
export function isInstagramHandle(handle: string): boolean {
  return /^[a-z0-9._]{1,30}$/i.test(handle);
}
