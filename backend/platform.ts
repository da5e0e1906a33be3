import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from './config.ts';
import type { Databases } from './database/database.ts';
import type { FairQueue } from './fair-queue.ts';
import type { Mailer } from './mail/mailer.ts';
import type { TokenService } from './tokens.ts';

/** The settings and services that the three protocols (auth, rest, storage) share. */
export type Platform = {
  config: Config & { DATA_DIR: string };
  databases: Databases;
  tokens: TokenService;
  mailer: Mailer;
  log: FastifyBaseLogger;
  /** The queues of the protocols, keyed by name, for the metrics. */
  queues: Map<string, FairQueue>;
  /** Called after each response, for the metrics. */
  observe?: (request: FastifyRequest, reply: FastifyReply) => void;
};

/**
 * A function that runs work for which the response does not wait. A stopping server aborts the signal, then waits for
 * the work to end.
 */
export type BackgroundRunner = (work: (signal: AbortSignal) => Promise<void>) => void;
