import { connect, type Socket } from 'node:net';

export interface Connection {
  /** Sends the request; must not be called before the answer to the one before. */
  send(): void;
  close(): void;
}

interface ConnectionEvents {
  /** An answer has arrived completely, and the connection can send the next request. */
  readonly answered: (status: number, ms: number) => void;
  /** The connection failed, or was closed before the end of an answer; a new one takes its place at the next `send`. */
  readonly failed: (reason: string) => void;
}

const headEnd = Buffer.from('\r\n\r\n');
const lastChunk = '0\r\n\r\n';

/** An answer that is being read. `left` is the number of bytes to come; undefined: in chunks, until the last one. */
interface Reading {
  readonly status: number;
  readonly closes: boolean;
  left: number | undefined;
  tail: string;
}

function begin(head: string): Reading {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  const status = Number(head.slice(9, 12));
  return {
    status,
    closes: /\r\nconnection: *close/i.test(head),
    left: length !== undefined ? Number(length) : status === 204 || status === 304 ? 0 : undefined,
    tail: '',
  };
}

/** Reads on; whether the answer is complete. */
function take(reading: Reading, bytes: Buffer): boolean {
  if (reading.left === undefined) {
    reading.tail = (reading.tail + bytes.toString('latin1')).slice(-lastChunk.length);
    return reading.tail === lastChunk;
  }
  reading.left -= bytes.length;
  return reading.left <= 0;
}

/**
 * A keep-alive connection of HTTP/1.1 that sends the same GET again and again, one at a time. It costs a fraction of undici, so that
 * the load generator leaves the processor to what it measures: it looks for the status and the end of an answer and for nothing else.
 */
export function createConnection(
  origin: string,
  request: Buffer,
  { answered, failed }: ConnectionEvents,
): Connection {
  const { hostname, port } = new URL(origin);
  let socket: Socket | undefined;
  let sentAt: number | undefined;
  let head: Buffer = Buffer.alloc(0);
  let reading: Reading | undefined;

  const end = (reason: string | undefined): void => {
    const waited = sentAt !== undefined;
    socket = undefined;
    sentAt = undefined;
    reading = undefined;
    head = Buffer.alloc(0);
    if (waited) failed(reason ?? 'closed before the answer');
  };
  const complete = (ended: Socket, { status, closes }: Reading): void => {
    const ms = performance.now() - (sentAt ?? Number.NaN);
    sentAt = undefined;
    reading = undefined;
    if (closes) {
      socket = undefined;
      ended.destroy();
    }
    answered(status, ms);
  };
  const read = (from: Socket, bytes: Buffer): void => {
    let body = bytes;
    if (reading === undefined) {
      const all = head.length === 0 ? bytes : Buffer.concat([head, bytes]);
      const at = all.indexOf(headEnd);
      if (at < 0) {
        head = all;
        return;
      }
      head = Buffer.alloc(0);
      reading = begin(all.toString('latin1', 0, at));
      body = all.subarray(at + headEnd.length);
    }
    if (take(reading, body)) complete(from, reading);
  };
  const open = (): Socket => {
    const opened = connect({ host: hostname, port: Number(port), noDelay: true });
    let reason: string | undefined;
    opened.on('data', (bytes) => read(opened, bytes));
    opened.on('error', (error: NodeJS.ErrnoException) => (reason = error.code ?? error.message));
    opened.on('close', () => {
      if (socket === opened) end(reason);
    });
    socket = opened;
    return opened;
  };
  return {
    send() {
      sentAt = performance.now();
      (socket ?? open()).write(request);
    },
    close() {
      sentAt = undefined;
      socket?.destroy();
    },
  };
}
