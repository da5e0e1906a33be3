/**
 * Whether a text is a complete http or https URL. The schema has the same rule in private.is_web_url, to find
 * invalid ones.
 */
export function isWebAddress(typed: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(typed) && !/\s/.test(typed) && URL.canParse(typed);
}
