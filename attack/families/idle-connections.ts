import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Family } from '../family.ts';
import type { AttackTarget } from '../attack-target.ts';

const CONNECTIONS = 3_000;
/** Time after which every connection must be closed: the server waits 10 s for the header of a request. */
const HEADER_LIMIT_MS = 15_000;
/** The default of CONNECTIONS_PER_ADDRESS. */
const ADDRESS_LIMIT = 400;

/** Opens many idle connections from one address: the server must limit them, so that other clients can connect. */
export const idleConnections: Family = {
  name: 'idle connections',
  needs: 'a quiet host',
  async attack(world, holds) {
    const { as, users } = world;
    const sockets: Socket[] = [];
    try {
      for (let opened = 0; opened < CONNECTIONS; opened += 1) sockets.push(openConnection(world));
      while (sockets.some(({ readyState }) => readyState === 'opening')) await wait(100);
      // Wait up to 6 s: a busy host needs time to accept connections, and to close the connections above the limit.
      for (let waited = 0; waited < 60 && countOpen(sockets) > ADDRESS_LIMIT; waited += 1)
        await wait(100);
      const left = countOpen(sockets);
      holds('the connections of one address are limited', left <= ADDRESS_LIMIT, left);
      holds('connections below the limit are accepted', left > ADDRESS_LIMIT / 2, left);
      for (let round = 0; round < 10; round += 1) {
        const { status, ms } = await as(users.ana)('GET', '/rest/v1/plans?select=name');
        holds(
          `round ${round}: an honest request gets its response at once`,
          status === 200 && ms < 2_000,
          [status, ms],
        );
      }
      await wait(HEADER_LIMIT_MS);
      holds('idle connections are closed', countOpen(sockets) === 0, countOpen(sockets));
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  },
};

/** Opens a connection from 127.0.0.3. The requests that must succeed come from a different address. */
function openConnection({ backend }: AttackTarget) {
  const { hostname: host, port } = new URL(backend.url);
  const socket = connect({ host, port: Number(port), localAddress: '127.0.0.3' });
  socket.on('error', () => undefined); // the server closes the connection, as expected
  socket.resume();
  return socket;
}

function countOpen(sockets: Socket[]) {
  return sockets.filter(({ readyState }) => readyState === 'open').length;
}
