import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The client closed its connection before the response: no further work is useful. */
class ClientDisconnected extends Error {}

/** Callbacks for the close of a connection. One listener per socket: pipelined requests share it. */
const waiting = new WeakMap<Socket, Set<() => void>>();

/** Aborts with `ClientDisconnected` when the connection closes before the response has been sent. */
export function signalOfClient({ raw: { socket } }: FastifyRequest, reply: FastifyReply) {
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
