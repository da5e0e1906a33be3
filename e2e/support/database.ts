import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** The parameters to connect to one database as the superuser. */
export type ConnectionParameters = {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
};

/** Creates a database with the complete schema and the users ana and bruno. */
export async function cloneDatabase(): Promise<ConnectionParameters> {
  const database = `e2e_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${database} template template_staff`);
  return { ...readServer(), database };
}

export async function dropDatabase({ database }: ConnectionParameters) {
  await onServer(`drop database if exists ${database} with (force)`);
}

/** Returns the value of DATABASE_URL. `host` is a query parameter, because it can be the folder of a socket. */
export function toDatabaseUrl({ host, port, user, password, database }: ConnectionParameters) {
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

function readServer(): ConnectionParameters {
  // A cast: backend/testing/serve-cluster.ts prints this type as JSON.
  return JSON.parse(process.env.E2E_DATABASE_SERVER ?? '') as ConnectionParameters;
}
