import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { expect, it } from 'vitest';
import { listAppliedProjectFiles, downloadFileFromProject } from './hosted.ts';

it('reads a file again when the connection breaks during its bytes', async () => {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.writeHead(200, { 'content-length': 6 });
    if (requests > 1) response.end('foto 1');
    else response.write('fo', () => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const project = {
      connection: { host: '127.0.0.1', port: 1, database: '', user: '', password: '' },
      storage: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      key: 'chave',
    };

    const bytes = await downloadFileFromProject(project, {
      bucket: 'product-images',
      name: 'main/1.jpg',
    });

    expect(bytes?.toString()).toBe('foto 1');
    expect(requests).toBe(2);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

it.each([
  ['42P01', 'Nesse banco não rodou nenhuma migração'],
  ['57P01', 'terminating connection'],
])('reports the error %s of the list of migrations', async (code, message) => {
  const error = Object.assign(new pg.DatabaseError('terminating connection', 0, 'error'), { code });
  const client = new pg.Client();
  client.query = () => Promise.reject(error);

  await expect(listAppliedProjectFiles(client)).rejects.toThrow(message);
});
