import type { TestProject } from 'vitest/node';
import type { ConnectionSettings } from '../database/superuser.ts';
import { startTestCluster } from './cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    cluster: ConnectionSettings;
  }
}

/** Starts the PostgreSQL server of all backend tests. */
export default async function setup(project: TestProject) {
  const cluster = await startTestCluster();
  project.provide('cluster', cluster.superuser);
  return cluster.stop;
}
