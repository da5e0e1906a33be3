import { readFile } from 'node:fs/promises';

/** Returns the version of this program, from package.json. */
export async function readVersion(): Promise<string> {
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version; // the project's own package.json has a version
}
