import { startTestCluster } from './cluster.ts';

// Starts a PostgreSQL server for tests in other processes. Prints its connection as one JSON line. Ends on SIGTERM or
// SIGINT, or when its input closes.

const cluster = await startTestCluster();
console.log(JSON.stringify(cluster.superuser));
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
process.stdin.resume().once('end', stop);

function stop() {
  void cluster.stop().then(() => process.exit(0));
}
