import type { FastifyRequest } from 'fastify';
import type { Platform } from '../platform.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Where people reach the panel: PUBLIC_URL, or the address the server itself listens on. Never what
 * a header says.
 */
export function siteAddress({ config }: Platform, request: FastifyRequest) {
  return config.publicUrl ?? listeningAddress(request);
}

/**
 * Where a link may lead: a page of the panel's own address, or of the same server by one of its
 * loopback names. Anything else becomes the panel's address, without a word, as in GoTrue.
 */
export function safeRedirect(platform: Platform, request: FastifyRequest, wanted: unknown) {
  const site = siteAddress(platform, request);
  if (typeof wanted !== 'string' || !URL.canParse(wanted)) return site;
  const url = new URL(wanted);
  const allowed = [...twins(site), ...twins(listeningAddress(request))];
  // `blob:https://…` has the origin of the address inside it.
  const isPage = url.protocol === 'http:' || url.protocol === 'https:';
  return isPage && allowed.includes(url.origin) && !url.username && !url.password ? url.href : site;
}

function listeningAddress(request: FastifyRequest) {
  const url = new URL(request.server.listeningOrigin);
  if (['0.0.0.0', '[::]'].includes(url.hostname)) url.hostname = 'localhost';
  return url.origin;
}

function twins(address: string) {
  const url = new URL(address);
  if (!LOOPBACK.includes(url.hostname)) return [url.origin];
  return LOOPBACK.map((name) => `${url.protocol}//${name}${url.port ? `:${url.port}` : ''}`);
}
