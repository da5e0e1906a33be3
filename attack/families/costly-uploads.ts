import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Family, FamilyRecorders } from '../family.ts';
import { measureAttack } from '../measure.ts';
import { png } from '../pictures.ts';
import { sendHttpRequest } from '../send.ts';
import { startInstallation, type Installation } from '../installation.ts';

const FORMS = 120;
const FIELD_BYTES = 900_000;
/** Time for which the forms stay open after their last byte, and maximum wait for a socket to drain. */
const OPEN_MS = 3_000;
const UPLOADS = 1_000;
const ROOT = '/storage/v1/object';
/** Functions that compress bytes, keyed by Content-Encoding. No server knows the encoding 'x-unknown'. */
const COMPRESSORS = {
  gzip: gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  'x-unknown': gzipSync,
};

/** Sends uploads that never end, compressed uploads, and uploads of files that no record uses. */
export const costlyUploads: Family = {
  name: 'costly uploads',
  needs: 'a quiet host',
  async attack(_world, holds, note) {
    const installation = await startInstallation();
    try {
      await leaveFormsOpen(installation, { holds, note });
      await uploadCompressed(installation, { holds, note });
      await uploadUnused(installation, { holds, note });
    } finally {
      await installation.stop();
    }
  },
};

/** Sends forms with large fields as an anonymous client, and never sends their file. */
async function leaveFormsOpen(installation: Installation, report: FamilyRecorders) {
  const sent = await measureAttack(installation, report, {
    what: `${FORMS} unfinished forms of an anonymous client`,
    limits: { seconds: 40, node: 120, postgres: 60, disk: 2 },
    attack: async () => {
      const forms = Array.from({ length: FORMS }, (_, index) => openForm(installation, index));
      const bytes = await Promise.all(forms.map(({ stalled }) => stalled));
      await wait(OPEN_MS);
      for (const { socket } of forms) socket.destroy();
      return bytes;
    },
  });
  report.holds('the forms were sent', sent.length === FORMS && sent.every((bytes) => bytes > 0));
}

function openForm({ url, anonKey }: Installation, index: number) {
  const { hostname, port } = new URL(url);
  const head = `POST ${ROOT}/product-images/main/f${index}.png HTTP/1.1\r\nHost: a\r\napikey: ${anonKey}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 50000000\r\n\r\n`;
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined); // a closed connection is an accepted response, too
  const stalled = (async () => {
    socket.write(head);
    for (let field = 0; field < 8 && socket.writable; field += 1) {
      socket.write(`--x\r\nContent-Disposition: form-data; name="f${field}"\r\n\r\n`);
      const isFlushed = socket.write(FIELD);
      if (!isFlushed) await waitUntilDrained(socket);
      socket.write('\r\n');
    }
    return socket.bytesWritten;
  })();
  return { socket, stalled };
}

const FIELD = Buffer.alloc(FIELD_BYTES, 'x');

/** Resolves when the socket has sent its buffered bytes or is closed, or after 3 s. */
function waitUntilDrained(socket: ReturnType<typeof connect>) {
  const ended = new AbortController();
  const { signal } = ended;
  const either = ['drain', 'close'].map(
    (event) => new Promise<void>((resolve) => socket.once(event, () => resolve())),
  );
  return Promise.race([...either, wait(OPEN_MS, undefined, { signal })]).finally(() =>
    ended.abort(),
  );
}

/** Uploads compressed bytes, directly and as a form, with each Content-Encoding. All uploads must be refused. */
async function uploadCompressed({ url, anonKey, bruno }: Installation, { holds }: FamilyRecorders) {
  const picture = Buffer.concat([png, randomBytes(300_000)]);
  const form = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n${picture.toString('latin1')}\r\n--x--\r\n`;
  const ways = [
    ['bytes', 'image/png', picture],
    ['a form', 'multipart/form-data; boundary=x', Buffer.from(form, 'latin1')],
  ] as const;
  for (const [way, type, body] of ways)
    for (const [encoding, compress] of Object.entries(COMPRESSORS)) {
      const response = await sendHttpRequest(
        url,
        'POST',
        `${ROOT}/product-images/main/${encoding}.png`,
        {
          body: compress(body),
          headers: {
            apikey: anonKey,
            authorization: `Bearer ${bruno.token}`,
            'content-type': type,
            'content-encoding': encoding,
          },
        },
      );
      const isRefused = response.status >= 400 && response.status < 500 && response.ms < 5_000;
      holds(`${way} compressed by ${encoding}: refused with 4xx in time`, isRefused, [
        response.status,
        response.ms,
        response.text,
      ]);
    }
}

/** Uploads many files as a Colaborador, without a record that uses them. */
async function uploadUnused(installation: Installation, report: FamilyRecorders) {
  const { url, anonKey, bruno } = installation;
  const headers = {
    apikey: anonKey,
    authorization: `Bearer ${bruno.token}`,
    'content-type': 'image/png',
  };
  const statuses = await measureAttack(installation, report, {
    what: `${UPLOADS} uploads that no record uses`,
    limits: { seconds: 60, node: 100, postgres: 100, disk: 20 },
    attack: async () => {
      const received: number[] = [];
      while (
        received.length < UPLOADS &&
        received.slice(-20).filter((status) => status !== 200).length < 20
      ) {
        const paths = Array.from(
          { length: 20 },
          (_, index) => `${ROOT}/product-images/main/h${received.length + index}.png`,
        );
        const responses = await Promise.all(
          paths.map((path) => sendHttpRequest(url, 'POST', path, { body: png, headers })),
        );
        received.push(...responses.map(({ status }) => status));
      }
      return received;
    },
  });
  report.holds(
    'the first 100 uploads are stored',
    statuses.slice(0, 100).every((status) => status === 200),
    statuses.slice(0, 100),
  );
  report.holds('the uploads end with a refusal', statuses.at(-1) !== 200, statuses.length);
}
