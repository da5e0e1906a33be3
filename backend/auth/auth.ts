import type { FastifyInstance } from 'fastify';
import type { Platform } from '../platform.ts';

export async function auth(_app: FastifyInstance, _options: { platform: Platform }) {}
