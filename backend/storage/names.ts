import { invalidKey } from './errors.ts';

/** storage-api, storage/limits.ts: what S3 takes without escaping. */
const VALID_NAME = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]+$/;
/** Bytes of a key in S3; the characters allowed above are one byte each. */
const MAX_LENGTH = 1024;

/**
 * Stricter than storage-api where a name could be read two ways: browsers and proxies fold empty,
 * `.` and `..` segments away, so an object named so could never be addressed.
 * @throws StorageError `InvalidKey`
 */
export function requireValidName(name: string) {
  const segments = name.split('/');
  const folded = segments.some((segment) => segment === '' || segment === '.' || segment === '..');
  if (folded || name.length > MAX_LENGTH || !VALID_NAME.test(name))
    throw invalidKey(name.slice(0, MAX_LENGTH));
}
