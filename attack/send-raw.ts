import { connect } from 'node:net';

const IDLE_MS = 3_000;

/**
 * Writes bytes to the server unchanged, for requests that no HTTP client sends. Returns the bytes that the server sends
 * until it closes the connection or pauses for `idleMs`.
 */
export function sendRawBytes(base: string, text: string, idleMs = IDLE_MS): Promise<string> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve) => {
    let output = '';
    const socket = connect(Number(port), hostname, () => socket.write(text, 'latin1'));
    socket.setTimeout(idleMs, () => socket.destroy());
    socket.on('data', (chunk: Buffer) => (output += chunk.toString('latin1')));
    socket.on('error', () => undefined); // a closed connection is an accepted response, too
    socket.on('close', () => resolve(output));
  });
}

/** Returns the statuses of the responses in the output, in their order. */
export function readStatuses(output: string) {
  return [...output.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}
