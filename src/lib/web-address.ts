/** A complete http or https address. The schema states the same in private.is_web_address, to find what is none. */
export function isWebAddress(typed: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(typed) && !/\s/.test(typed) && URL.canParse(typed);
}
