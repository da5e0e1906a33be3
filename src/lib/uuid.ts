/** True for the text of a UUID: the platform refuses to look for anything else in a column of them. */
export function isUuid(given: unknown): given is string {
  return typeof given === 'string' && pattern.test(given);
}

const pattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
