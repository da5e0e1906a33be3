import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export type DroppingProxy = {
  url: string;
  /** Drops the response of the next write request, after the server has processed it. */
  dropNext(): void;
  /** The number of dropped responses. */
  dropped(): number;
  stop(): Promise<void>;
};

/**
 * Starts a proxy to `target`. After `dropNext`, the proxy closes the connection of the next write request instead of
 * sending the response.
 */
export async function startDroppingProxy(target: string): Promise<DroppingProxy> {
  const { hostname, port } = new URL(target);
  let isArmed = false;
  let dropped = 0;
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', headers, url: path } = incoming;
    const isDropped = isArmed && !['GET', 'HEAD', 'OPTIONS'].includes(method);
    if (isDropped) isArmed = false;
    const forwarded = request({ hostname, port, method, path, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        if (isDropped) {
          dropped += 1;
          return incoming.socket.destroy();
        }
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        return outgoing.end(Buffer.concat(parts));
      });
    });
    forwarded.on('error', () => incoming.socket.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this type.
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    dropNext: () => void (isArmed = true),
    dropped: () => dropped,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
