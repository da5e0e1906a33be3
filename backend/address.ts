import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { Address6 } from 'ip-address';

/**
 * Returns the address by which limits count a client: an IPv4 address, or the /64 network of an IPv6 address. An
 * IPv6 client can usually choose any address of its /64 network, so all hosts of this network count as one client.
 */
export function toClientAddress({ ip }: Pick<FastifyRequest, 'ip'>) {
  if (!isIPv6(ip)) return ip;
  const address = new Address6(ip);
  if (address.isMapped4()) return address.to4().correctForm();
  return `${new Address6(`${address.correctForm()}/64`).startAddress().correctForm()}/64`;
}
