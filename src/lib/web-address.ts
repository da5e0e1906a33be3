/**
 * Whether a text is a complete http or https URL. private.is_web_url in the schema has the same rule, to find stored
 * URLs that are invalid.
 */
export function isWebAddress(typed: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(typed) && !/\s/.test(typed) && URL.canParse(typed);
}
