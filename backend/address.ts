import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { Address6 } from 'ip-address';

/**
 * The unit that limits count as one address: a /64 network of IPv6, which one household or office has, or an IPv4
 * address.
 */
export function addressOf({ ip }: Pick<FastifyRequest, 'ip'>) {
  if (!isIPv6(ip)) return ip;
  const address = new Address6(ip);
  if (address.isMapped4()) return address.to4().correctForm();
  return `${new Address6(`${address.correctForm()}/64`).startAddress().correctForm()}/64`;
}
