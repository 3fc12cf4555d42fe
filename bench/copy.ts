import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { type Client, type Connection, Query } from 'pg';

/** Methods of pg's connection that its types leave out. */
interface CopyConnection extends Connection {
  readonly stream: Duplex;
  sendCopyFromChunk(chunk: Buffer): void;
  sendCopyFail(reason: string): void;
  endCopyFrom(): void;
}

/** `COPY … FROM STDIN`: sends what the chunks hold, no faster than Postgres takes it. */
class CopyFrom extends Query {
  readonly #chunks: Iterable<Buffer>;

  constructor(text: string, chunks: Iterable<Buffer>) {
    super(text);
    this.#chunks = chunks;
  }

  /** pg calls it when Postgres is ready to receive. */
  handleCopyInResponse(connection: CopyConnection): void {
    this.#send(connection).then(
      () => connection.endCopyFrom(),
      (error: unknown) => connection.sendCopyFail(String(error)),
    );
  }

  async #send(connection: CopyConnection): Promise<void> {
    for (const chunk of this.#chunks) {
      connection.sendCopyFromChunk(chunk);
      if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
    }
  }
}

/** Runs a `COPY … FROM STDIN` with these chunks of its text format. */
export async function copyFrom(client: Client, text: string, chunks: Iterable<Buffer>): Promise<void> {
  await once(client.query(new CopyFrom(text, chunks)), 'end');
}

/** `COPY … TO STDOUT`: counts what Postgres sends. */
class CopyTo extends Query {
  bytes = 0;
  rows = 0;

  /** pg calls it for each row. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    this.bytes += chunk.byteLength;
    this.rows += 1;
  }
}

/** Runs a `COPY … TO STDOUT` and drops what it gives. */
export async function copyTo(client: Client, text: string): Promise<{ bytes: number; rows: number }> {
  const query = client.query(new CopyTo(text));
  await once(query, 'end');
  return query;
}
