import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** The connection to one database as the superuser. */
export type Connection = {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
};

/** A separate database for one worker: the whole schema, ana and bruno, and nothing else. */
export async function cloneDatabase(): Promise<Connection> {
  const database = `e2e_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${database} template template_staff`);
  return { ...readServer(), database };
}

export async function dropDatabase({ database }: Connection) {
  await onServer(`drop database if exists ${database} with (force)`);
}

/** The value of DATABASE_URL: the folder of the socket is a parameter. */
export function toUrl({ host, port, user, password, database }: Connection) {
  const login = `${user}:${encodeURIComponent(password)}`;
  return `postgres://${login}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

async function onServer(text: string) {
  const client = new pg.Client(readServer());
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

function readServer(): Connection {
  // backend/testing/serve-cluster.ts prints this format
  return JSON.parse(process.env.E2E_DATABASE_SERVER ?? '') as Connection;
}
