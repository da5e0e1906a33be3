import { createServer, type Server } from 'node:http';
import { statfs } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { OperatorError } from './database/operator-error.ts';
import type { Platform } from './platform.ts';

/**
 * Address of the metrics: only processes on this host can read them. A remote scraper needs a tunnel or a proxy on this
 * host.
 */
const HOST = '127.0.0.1';
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']);
const SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export type MetricsServer = { url: string; close(): Promise<void> };

/**
 * A function that counts a response and records its time. The values of the labels are from closed lists, so clients
 * cannot add time series.
 */
export type ResponseObserver = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * Creates the metrics of this process for a Prometheus server. The metrics have no personal data: requests are grouped
 * by kind of route, not by URL.
 * @param lastBackup returns the time of the last backup; undefined if there is no backup
 */
export function createMetrics(platform: Platform, lastBackup: () => Promise<Date | undefined>) {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const registers = [register];
  const requests = new Histogram({
    name: 'vitrine_request_duration_seconds',
    help: 'Time to a response, by kind of route, method and class of status',
    labelNames: ['kind', 'method', 'status'] as const,
    buckets: SECONDS,
    registers,
  });
  const failures = new Counter({
    name: 'vitrine_failed_sign_ins_total',
    help: 'Sign-ins with a password that were refused',
    registers,
  });
  addGauges(registers, platform, lastBackup);

  const observe: ResponseObserver = (request, reply) => {
    const kind = kindOf(request);
    const method = METHODS.has(request.method) ? request.method : 'other';
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    requests.observe({ kind, method, status }, reply.elapsedTime / 1000);
    if (kind === 'sign-in' && status === '4xx') failures.inc();
  };
  return { register, observe };
}

function addGauges(
  registers: Registry[],
  { config, databases, queues, log }: Platform,
  lastBackup: () => Promise<Date | undefined>,
) {
  /** Adds a gauge. A scrape leaves out a value that cannot be read. */
  function gauge<const L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    read: (self: Gauge<L>) => Promise<void> | void,
  ) {
    return new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        this.reset();
        try {
          await read(this);
        } catch (error) {
          log.debug({ err: error }, 'a metric could not be read');
        }
      },
    });
  }

  gauge('vitrine_queue_requests', 'Work of a queue', ['queue', 'state'], (self) => {
    for (const [queue, { load }] of queues) {
      const { working, waiting } = load();
      self.set({ queue, state: 'working' }, working);
      self.set({ queue, state: 'waiting' }, waiting);
    }
  });
  gauge('vitrine_pool_connections', 'Connections of a pool', ['pool', 'state'], (self) => {
    for (const [pool, database] of Object.entries(databases)) {
      const { open, idle, waiting } = database.load();
      self.set({ pool, state: 'busy' }, open - idle);
      self.set({ pool, state: 'idle' }, idle);
      self.set({ pool, state: 'waiting' }, waiting);
    }
  });
  gauge('vitrine_database_bytes', 'Size of the database', [], async (self) => {
    const text = 'select pg_database_size(current_database())::float8 as bytes';
    const { rows } = await databases.server.query<{ bytes: number }>(text);
    if (rows[0]) self.set(rows[0].bytes);
  });
  gauge('vitrine_backup_age_seconds', 'Since the last backup', [], async (self) => {
    const made = await lastBackup();
    if (made) self.set((Date.now() - made.getTime()) / 1000);
  });
  gauge('vitrine_disk_free_bytes', 'Free disk of a folder', ['folder'], async (self) => {
    const folders = { data: config.DATA_DIR, backups: config.BACKUP_DIR };
    for (const [folder, path] of Object.entries(folders)) {
      const found = path && (await statfs(path).catch(() => undefined));
      if (found) self.set({ folder }, found.bavail * found.bsize);
    }
  });
}

/** Returns the kind of a request. Uses the pattern of the route, not the URL, because a client can send any URL. */
function kindOf({ routeOptions, method, query }: FastifyRequest) {
  const route = routeOptions.url ?? '';
  const isRead = method === 'GET' || method === 'HEAD';
  if (route === '/auth/v1/token')
    return (query as { grant_type?: unknown }).grant_type === 'password' ? 'sign-in' : 'auth';
  if (route.startsWith('/auth/v1')) return 'auth';
  if (route.startsWith('/rest/v1/rpc')) return 'function';
  if (route.startsWith('/rest/v1')) return isRead ? 'read' : 'write';
  if (route.startsWith('/storage/v1')) return isRead ? 'file-read' : 'file-write';
  if (route === '/health' || route === '/readyz') return 'health';
  return 'panel'; // a page, one of its files, or an unknown URL
}

/**
 * Serves the metrics at `/metrics` of this port.
 * @throws OperatorError when the port cannot be used
 */
export async function serveMetrics(register: Registry, port: number): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    register.metrics().then(
      (text) => response.writeHead(200, { 'content-type': register.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  const url = await listen(server, port);
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number) {
  return new Promise<string>((resolve, reject) => {
    server.once('error', (error) => {
      const reason = `METRICS_PORT: ${HOST}:${port} não pode ser usado: ${error.message}`;
      reject(new OperatorError(reason, { cause: error }));
    });
    server.listen(port, HOST, () => {
      const address = server.address();
      const listening = typeof address === 'object' && address ? address.port : port;
      resolve(`http://${HOST}:${listening}/metrics`);
    });
  });
}
