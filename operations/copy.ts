import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import type pg from 'pg';

const PIECE_BYTES = 4 * 1024 * 1024;

/** The members of a `pg` connection that COPY needs; the types of `pg` lack them. */
type CopyConnection = {
  stream: Duplex;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
};

/** A COPY statement for `client.query`. `pg` passes the server's messages to the `handle…` methods (lib/client.js). */
class Statement {
  connection: CopyConnection | undefined;
  readonly rows: Promise<number>;
  readonly begun: Promise<void>;
  takePiece: (piece: Buffer) => void = () => undefined;
  private readonly text: string;
  private readonly starts = Promise.withResolvers<void>();
  private readonly ends = Promise.withResolvers<number>();
  private count = 0;

  constructor(client: pg.Client, text: string) {
    this.text = text;
    this.rows = this.ends.promise;
    this.begun = this.starts.promise;
    // Prevent an unhandled rejection if a caller awaits only one of these promises. The awaited promise still rejects.
    this.rows.catch(() => undefined);
    this.begun.catch(() => undefined);
    client.query(this);
  }

  submit(connection: unknown) {
    this.connection = connection as CopyConnection; // `pg` passes its connection, whose type lacks these fields
    this.connection.query(this.text);
  }

  handleCopyInResponse() {
    this.starts.resolve();
  }

  handleCopyData({ chunk }: { chunk: Buffer }) {
    this.takePiece(chunk);
  }

  handleCommandComplete({ text }: { text: string }) {
    this.count = Number(/^COPY (\d+)$/.exec(text)?.[1]);
  }

  handleReadyForQuery() {
    this.ends.resolve(this.count);
  }

  handleError(error: Error) {
    this.starts.reject(error);
    this.ends.reject(error);
  }
}

/**
 * Yields the rows of `copy … to stdout` in pieces of about 4 MB. A piece contains only complete rows. Reading from the
 * server pauses until the caller requests the next piece.
 * @returns the number of rows
 */
export async function* copyOut(client: pg.Client, text: string): AsyncGenerator<Buffer, number> {
  const statement = new Statement(client, text);
  const ready: Buffer[] = [];
  let wake = () => undefined as void;
  let lines: Buffer[] = [];
  let length = 0;
  statement.takePiece = (line) => {
    lines.push(Buffer.from(line)); // a copy, because `pg` reuses its buffer
    length += line.length;
    if (length < PIECE_BYTES) return;
    ready.push(Buffer.concat(lines));
    lines = [];
    length = 0;
    statement.connection?.stream.pause();
    wake();
  };
  let ended = false;
  const end = () => {
    ended = true;
    wake();
  };
  statement.rows.then(end, end);
  try {
    for (;;) {
      const piece = ready.shift();
      if (piece) yield piece;
      else if (ended) break;
      else {
        statement.connection?.stream.resume();
        await new Promise<void>((resolve) => (wake = resolve));
      }
    }
    const rows = await statement.rows;
    if (length > 0) yield Buffer.concat(lines);
    return rows;
  } finally {
    // If the caller stopped before the end, close the connection: otherwise, the server would send the remaining rows.
    if (!ended) statement.connection?.stream.destroy();
  }
}

export type CopyInWriter = {
  write(piece: Buffer): Promise<void>;
  /** @returns the number of rows written */
  end(): Promise<number>;
};

/**
 * Begins `copy … from stdin`.
 * @throws pg.DatabaseError if the server refuses the statement. If the server refuses a row, `end` throws the error. A
 * `write` that waits because the send buffer is full throws the error earlier.
 */
export async function copyIn(client: pg.Client, text: string): Promise<CopyInWriter> {
  const statement = new Statement(client, text);
  await statement.begun;
  const { connection, rows } = statement;
  if (!connection) throw new Error('COPY has begun without a connection');
  return {
    async write(piece) {
      connection.sendCopyFromChunk(piece);
      if (connection.stream.writableNeedDrain)
        await Promise.race([once(connection.stream, 'drain'), rows]);
    },
    async end() {
      connection.endCopyFrom();
      return rows;
    },
  };
}
