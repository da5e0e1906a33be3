import { startCluster } from '../cluster.ts';
import { printReasonAndExit } from '../operator-error.ts';
import { withClient } from '../superuser.ts';
import { TEMPLATE_PASSWORD } from '../template.ts';

/** `node start-cluster.ts directory template`: starts a database, prints its properties, stops it. */
async function startOnce([directory = '', template = '']: string[]) {
  const cluster = await startCluster({ directory, template, password: 'own-password' });
  try {
    const signInWith = (password: string) =>
      withClient({ ...cluster.connection, password, database: 'postgres' }, (client) =>
        client.query<{ checksums: string; locale: string }>(
          `select current_setting('data_checksums') as checksums, datlocale as locale
           from pg_database where datname = current_database()`,
        ),
      ).then(
        ({ rows }) => rows[0],
        () => undefined,
      );
    const found = await signInWith('own-password');
    const isOpen = (await signInWith(TEMPLATE_PASSWORD)) !== undefined;
    console.log(
      `own password: ${found ? 'yes' : 'no'}, of the template: ${isOpen ? 'yes' : 'no'}, ICU ${found?.locale}, checksums ${found?.checksums}`,
    );
  } finally {
    await cluster.stop();
  }
}

startOnce(process.argv.slice(2)).catch(printReasonAndExit);
