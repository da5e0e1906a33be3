import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The reason of an abort: the client closed its connection before the response, so further work is useless. */
class ClientDisconnected extends Error {}

/** For each socket, the functions to call when the socket closes. All requests of a socket share one listener. */
const waiting = new WeakMap<Socket, Set<() => void>>();

/**
 * Returns a signal that aborts with `ClientDisconnected` if the connection closes before the response has been sent.
 */
export function createDisconnectSignal({ raw: { socket } }: FastifyRequest, reply: FastifyReply) {
  const controller = new AbortController();
  const abort = () => controller.abort(new ClientDisconnected());
  if (socket.destroyed) abort();
  const ofSocket = waiting.get(socket) ?? listen(socket);
  ofSocket.add(abort);
  reply.raw.once('finish', () => ofSocket.delete(abort));
  return controller.signal;
}

function listen(socket: Socket) {
  const aborts = new Set<() => void>();
  waiting.set(socket, aborts);
  socket.once('close', () => {
    for (const abort of aborts) abort();
  });
  return aborts;
}
