import { chown, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PostgresAccount } from './account.ts';

/**
 * The address of the PostgreSQL server: a socket in a private folder (`host`), or a port of the loopback address.
 * `close` deletes the private folder.
 */
export type ServerAddress = {
  host: string;
  port: number;
  isSocket: boolean;
  close(): Promise<void>;
};

export const SOCKET_PREFIX = 'vitrine-pg-';
/**
 * Maximum length of a socket's path in bytes. The field `sun_path` of `sockaddr_un` has 104 bytes on macOS and 108 on
 * Linux, with the final NUL.
 */
const MAX_SOCKET_PATH = 103;
const PORT = 5432;

/**
 * Creates a private folder for the Unix socket. Returns undefined on Windows, or if no folder with a short path can be
 * created.
 */
export async function openSocketFolder(
  account: PostgresAccount,
): Promise<ServerAddress | undefined> {
  if (process.platform === 'win32') return undefined; // Node has no Unix sockets on Windows
  for (const parent of new Set([tmpdir(), '/tmp'])) {
    const length = Buffer.byteLength(
      join(parent, `${SOCKET_PREFIX}XXXXXX`, `.s.PGSQL.${PORT}.lock`),
    );
    if (length > MAX_SOCKET_PATH) continue;
    const host = await mkdtemp(join(parent, SOCKET_PREFIX)).catch(() => undefined);
    if (!host) continue;
    if (account) await chown(host, account.uid, account.gid);
    const close = () => rm(host, { recursive: true, force: true });
    return { host, port: PORT, isSocket: true, close };
  }
  return undefined;
}

/**
 * Returns the loopback address with a free TCP port. The superuser's generated password protects the server on this
 * port.
 */
export async function findFreeLoopbackPort(): Promise<ServerAddress> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  const port = typeof address === 'object' && address ? address.port : PORT;
  return { host: '127.0.0.1', port, isSocket: false, close: async () => undefined };
}

export function toListenSettings({ host, port, isSocket }: ServerAddress) {
  return isSocket
    ? ['listen_addresses=', `port=${port}`, `unix_socket_directories=${host}`]
    : [`listen_addresses=${host}`, `port=${port}`, 'unix_socket_directories='];
}
