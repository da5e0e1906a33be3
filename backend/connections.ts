import { BlockList, isIPv6, type DropArgument, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { addressOf } from './address.ts';
import type { Platform } from './platform.ts';

/** A connection that has sent no complete header by then is closed. One that waits between two requests has 72 s. */
const HEADER_MS = 10_000;
const WARN_INTERVAL_MS = 60_000;

/** For `http.createServer`: how often connections are checked can only be chosen there. */
export const httpOptions = { headersTimeout: HEADER_MS, connectionsCheckingInterval: 1_000 };

/**
 * Bounds the connections in all and of each address, so that one host cannot take the descriptors of the process. The
 * proxies of TRUST_PROXY bring the connections of all people and are not counted.
 */
export function boundConnections(app: FastifyInstance, { config, log }: Platform) {
  const { server } = app;
  const isProxy = proxyTest(config.TRUST_PROXY ?? []);
  const counts = new Map<string, number>();
  const warn = atMostEvery(WARN_INTERVAL_MS, (address: string) =>
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
    const address = addressOf({ ip });
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
  endSilentAtClose(app);
}

/** Node's closing ends the connections that wait between two requests, not those that never sent one. */
function endSilentAtClose(app: FastifyInstance) {
  const silent = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  app.server.on('request', ({ socket }) => silent.delete(socket));
  app.addHook('preClose', async () => {
    for (const socket of silent) socket.destroy();
  });
}

/** @param proxies addresses and networks, as TRUST_PROXY names them */
function proxyTest(proxies: string[]) {
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

function atMostEvery(intervalMs: number, act: (what: string) => void) {
  let last = -Infinity;
  return (what: string) => {
    if (performance.now() - last < intervalMs) return;
    last = performance.now();
    act(what);
  };
}
