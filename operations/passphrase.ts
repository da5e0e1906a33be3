import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

const SILENT = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/** Reads a passphrase on a terminal without echo; undefined without a terminal, or for an empty line. */
export async function askPassphrase(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return undefined;
  process.stdout.write(question);
  const asking = createInterface({ input: process.stdin, output: SILENT(), terminal: true });
  try {
    return (await asking.question('')) || undefined;
  } finally {
    asking.close();
    process.stdout.write('\n');
  }
}
