import { connect } from 'node:net';

const IDLE_MS = 3_000;

/**
 * Writes bytes to the server unchanged and returns its output until it closes the connection or stops sending: for
 * requests that no HTTP client sends.
 */
export function speak(base: string, text: string, idleMs = IDLE_MS): Promise<string> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve) => {
    let heard = '';
    const socket = connect(Number(port), hostname, () => socket.write(text, 'latin1'));
    socket.setTimeout(idleMs, () => socket.destroy());
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')));
    socket.on('error', () => undefined); // a closed connection is a response too
    socket.on('close', () => resolve(heard));
  });
}

/** The statuses of the responses in the output, in their order. */
export function statuses(heard: string) {
  return [...heard.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}
