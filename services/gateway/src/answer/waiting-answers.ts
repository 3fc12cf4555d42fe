import type { Socket } from 'node:net';
import { addressKey } from '@patchbay/http/client-address';
import type { Logger } from '@patchbay/telemetry/logger';
import type { Exchange } from '../request/exchange.ts';

/** Bytes of all answers that their clients have not taken yet, in this process: about 20 of the longest lists. */
const defaultMaxBytes = 64 * 1024 * 1024;

/** A connection whose client takes its answers slowly. */
interface SlowConnection {
  readonly address: string;
  bytes: number;
  readonly forget: () => void;
}

/**
 * Counts the bytes of answers that wait for slow readers. Beyond the bound, connections of the client address with the most bytes
 * are closed, the one that waits longest first: whoever fills the bound loses its own answers, and never those of somebody with
 * fewer. To be called when an answer was handed to Node. Streamed answers have a bound of their own.
 */
export function createWaitingAnswers(logger: Logger, maxBytes = defaultMaxBytes) {
  /** In the order in which they began to wait. */
  const connections = new Map<Socket, SlowConnection>();
  const bytesOf = new Map<string, number>();
  let held = 0;

  const add = (connection: SlowConnection, bytes: number): void => {
    connection.bytes += bytes;
    held += bytes;
    const ofAddress = (bytesOf.get(connection.address) ?? 0) + bytes;
    if (ofAddress > 0) bytesOf.set(connection.address, ofAddress);
    else bytesOf.delete(connection.address);
  };

  const remember = (socket: Socket, address: string): SlowConnection => {
    const forget = (): void => {
      connections.delete(socket);
      socket.off('close', forget);
      add(connection, -connection.bytes);
    };
    const connection: SlowConnection = { address, bytes: 0, forget };
    connections.set(socket, connection);
    socket.on('close', forget);
    return connection;
  };

  /** Closes one connection; returns whether that was not enough. */
  const closeOne = (): boolean => {
    const most = [...bytesOf.values()].reduce((a, b) => Math.max(a, b), 0);
    for (const [socket, { address, bytes, forget }] of connections) {
      if (bytesOf.get(address) !== most) continue;
      logger.warn({ clientAddress: address, bytes }, 'connection of a slow reader closed');
      forget();
      socket.destroy();
      break;
    }
    return held > maxBytes;
  };

  return ({ request: { socket }, response, ipAddress, bytes = 0 }: Exchange): void => {
    // The kernel has taken all of it, or nobody will.
    if (response.writableLength === 0 || socket.destroyed) return;
    const connection = connections.get(socket) ?? remember(socket, addressKey(ipAddress));
    add(connection, bytes);
    response.once('close', () => {
      // Forgotten already where the connection was closed: answers behind the first one get no `close` then.
      if (connections.get(socket) !== connection) return;
      add(connection, -bytes);
      if (connection.bytes === 0) connection.forget();
    });
    let isBeyond = held > maxBytes;
    while (isBeyond) isBeyond = closeOne();
  };
}
