import { expect, inject, it } from 'vitest';
import { startBackendProcess } from '../attack/backend-process.ts';
import { signIn } from '../attack/user.ts';
import { cloneDatabase, dropDatabase } from '../backend/testing/cluster.ts';

it('lets the users of the demonstration and the chosen Administrador sign in, and prints them', async () => {
  const database = await cloneDatabase(inject('cluster'), 'schema');
  const env = {
    ADMIN_EMAIL: 'chefe@empresa.exemplo',
    ADMIN_PASSWORD: 'Girassol-no-telhado-7',
    DEMO_PASSWORD: 'Vitrine-de-mentira-7',
  };
  const backend = await startBackendProcess(database, env, ['--demo']);
  try {
    await signIn(backend, 'chefe@empresa.exemplo', env.ADMIN_PASSWORD);
    await signIn(backend, 'ana@vitrine.exemplo', env.DEMO_PASSWORD);
    await signIn(backend, 'bruno@vitrine.exemplo', env.DEMO_PASSWORD);
    for (const line of [
      '  chefe@empresa.exemplo (Administrador)',
      '  ana@vitrine.exemplo (Administrador)',
      '  bruno@vitrine.exemplo (Colaborador)',
    ])
      expect(backend.output()).toContain(line);
  } finally {
    await backend.stop();
    await dropDatabase(inject('cluster'), database.database);
  }
}, 120_000);
