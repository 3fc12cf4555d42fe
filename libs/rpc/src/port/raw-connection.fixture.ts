import { connect, type Socket } from 'node:net';
import type { RpcServer } from '../server.ts';

/** A connection to the port of a server, and what it has received. */
export interface RawConnection {
  readonly socket: Socket;
  readonly received: () => Buffer;
  /** Resolves when it is closed, by either side. */
  readonly closed: Promise<'closed'>;
}

export function openRaw(
  server: Pick<RpcServer, 'port'>,
  options: { allowHalfOpen?: boolean } = {},
): RawConnection {
  const socket = connect({ ...options, port: server.port(), host: '127.0.0.1', noDelay: true });
  const chunks: Buffer[] = [];
  // A reset closes it as well.
  socket.on('error', () => {}).on('data', (chunk: Buffer) => chunks.push(chunk));
  const closed = new Promise<'closed'>((resolve) => socket.once('close', () => resolve('closed')));
  return { socket, received: () => Buffer.concat(chunks), closed };
}

/** A health check by HTTP/1.1, after which the server closes the connection. */
export const http1Request = Buffer.from(
  'POST /grpc.health.v1.Health/Check HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}',
);

/** The preface of HTTP/2 without the settings that must follow it. */
export const http2Preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
export const http2Settings = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]);
/** PING with eight bytes of payload. */
export const http2Ping = Buffer.from([0, 0, 8, 6, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8]);
