import { createServer, type Socket } from 'node:net';

type Delivery = { from: string; to: string[]; data: string };
export type TestMailServer = {
  url: string;
  deliveries: Delivery[];
  /** Makes the server refuse the next `times` messages, after it has received their contents. */
  refuse(times: number): void;
  stop(): Promise<void>;
};

/** Starts a small mail server on a free port. It accepts every message, unless `refuse` was called. */
export async function startTestMailServer(): Promise<TestMailServer> {
  const deliveries: Delivery[] = [];
  const sockets = new Set<Socket>();
  let refusals = 0;

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.write('220 test\r\n');
    converse(socket, (delivery) => {
      if (refusals > 0) {
        refusals -= 1;
        return '451 try again';
      }
      deliveries.push(delivery);
      return '250 taken';
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    deliveries,
    refuse: (times) => {
      refusals = times;
    },
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function converse(socket: Socket, take: (delivery: Delivery) => string) {
  let pending = '';
  let delivery: Delivery = { from: '', to: [], data: '' };
  let isInData = false;
  socket.on('data', (chunk) => {
    pending += chunk.toString('utf8');
    for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
      const line = pending.slice(0, end);
      pending = pending.slice(end + 2);
      if (isInData && line !== '.') {
        delivery.data += `${line.replace(/^\.\./, '.')}\r\n`;
      } else if (isInData) {
        isInData = false;
        socket.write(`${take(delivery)}\r\n`);
        delivery = { from: '', to: [], data: '' };
      } else {
        isInData = handleCommand(socket, line, delivery);
      }
    }
  });
}

/** Handles one command of the client and sends the reply. @returns whether the next lines are the message itself */
function handleCommand(socket: Socket, line: string, delivery: Delivery) {
  const [verb = ''] = line.split(' ');
  const address = /<(.*)>/.exec(line)?.[1] ?? '';
  if (/^MAIL/i.test(verb)) delivery.from = address;
  if (/^RCPT/i.test(verb)) delivery.to.push(address);
  const isData = /^DATA/i.test(verb);
  socket.write(isData ? '354 go on\r\n' : /^QUIT/i.test(verb) ? '221 bye\r\n' : '250 ok\r\n');
  return isData;
}
