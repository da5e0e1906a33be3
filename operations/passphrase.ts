import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

const SILENT = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/** Asks for a passphrase on the terminal, without echo. Returns undefined without a terminal, or for an empty line. */
export async function promptForPassphrase(prompt: string): Promise<string | undefined> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return undefined;
  process.stdout.write(prompt);
  const terminal = createInterface({ input: process.stdin, output: SILENT(), terminal: true });
  try {
    return (await terminal.question('')) || undefined;
  } finally {
    terminal.close();
    process.stdout.write('\n');
  }
}
