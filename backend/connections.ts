import { BlockList, isIPv6, type DropArgument, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { toClientAddress } from './address.ts';
import type { Platform } from './platform.ts';

/**
 * Time limit for the complete header of a request. After this time, the server closes the connection. Between two
 * requests, an idle connection stays open for 72 s (Fastify's default).
 */
const HEADER_MS = 10_000;
const WARN_INTERVAL_MS = 60_000;

/** Options of `http.createServer`. With `connectionsCheckingInterval`, Node checks `headersTimeout` every second. */
export const httpServerOptions = { headersTimeout: HEADER_MS, connectionsCheckingInterval: 1_000 };

/**
 * Limits the open connections in total and per address, so that one host cannot exhaust the process's file descriptors.
 * Connections of the proxies in TRUST_PROXY count only in the total, because they forward the requests of all users.
 */
export function limitConnections(app: FastifyInstance, { config, log }: Platform) {
  const { server } = app;
  const isProxy = createProxyChecker(config.TRUST_PROXY ?? []);
  const counts = new Map<string, number>();
  const warn = throttle(WARN_INTERVAL_MS, (address: string) =>
    log.warn(
      { address },
      'connections were refused: too many are open (MAX_CONNECTIONS, CONNECTIONS_PER_ADDRESS)',
    ),
  );
  server.maxConnections = config.MAX_CONNECTIONS;
  server.on('drop', (dropped?: DropArgument) => warn(dropped?.remoteAddress ?? ''));
  server.on('connection', (socket: Socket) => {
    const { remoteAddress: ip } = socket;
    if (ip === undefined || isProxy(ip)) return;
    const address = toClientAddress({ ip });
    const count = (counts.get(address) ?? 0) + 1;
    if (count > config.CONNECTIONS_PER_ADDRESS) {
      socket.destroy();
      warn(address);
      return;
    }
    counts.set(address, count);
    socket.once('close', () => {
      const left = (counts.get(address) ?? 1) - 1;
      if (left > 0) counts.set(address, left);
      else counts.delete(address);
    });
  });
  closeUnusedAtStop(app);
}

/**
 * Adds a hook for the stop of the server: the hook closes the connections that have not sent a request. Node itself
 * closes only the connections that are idle between two requests.
 */
function closeUnusedAtStop(app: FastifyInstance) {
  const unused = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }) => unused.delete(socket));
  app.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy();
  });
}

/**
 * Returns a function that checks whether an IP address is the address of a proxy.
 * @param proxies addresses and networks, as in TRUST_PROXY
 */
export function createProxyChecker(proxies: string[]) {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [ip = '', bits] = proxy.split('/');
    const family = familyOf(ip);
    if (bits === undefined) list.addAddress(ip, family);
    else list.addSubnet(ip, Number(bits), family);
  }
  return (ip: string) => list.check(ip, familyOf(ip));
}

function familyOf(ip: string) {
  return isIPv6(ip) ? 'ipv6' : 'ipv4';
}

function throttle(intervalMs: number, act: (what: string) => void) {
  let last = -Infinity;
  return (what: string) => {
    if (performance.now() - last < intervalMs) return;
    last = performance.now();
    act(what);
  };
}
