import type { Socket } from 'node:net';
import { addressKey } from '@patchbay/http/client-address';
import type { Logger } from '@patchbay/telemetry/logger';
import type { Exchange } from '../request/exchange.ts';

/** Bytes of all answers that their clients have not taken yet, in this process: about 20 of the longest lists. */
const defaultMaxBytes = 64 * 1024 * 1024;

/** The part of it that one caller may hold. */
const callerShare = 1 / 8;

/** A connection whose client takes its answers slowly. */
interface SlowConnection {
  /** The id of the person or key; the client address where the request has neither. */
  readonly caller: string;
  readonly clientAddress: string;
  bytes: number;
  readonly forget: () => void;
}

/**
 * Counts the bytes of answers that wait for slow readers. A caller beyond its share loses the connection that waits longest of its own;
 * beyond the bound over all, the connection that waits longest is closed, whoever it belongs to: those who hold answers back without
 * reading them wait longest. To be called when an answer was handed to Node. Streamed answers have a bound of their own.
 */
export function createWaitingAnswers(logger: Logger, maxBytes = defaultMaxBytes) {
  /** In the order in which they began to wait. */
  const connections = new Map<Socket, SlowConnection>();
  const heldBy = new Map<string, number>();
  let held = 0;

  const add = (connection: SlowConnection, bytes: number): void => {
    connection.bytes += bytes;
    held += bytes;
    const ofCaller = (heldBy.get(connection.caller) ?? 0) + bytes;
    if (ofCaller > 0) heldBy.set(connection.caller, ofCaller);
    else heldBy.delete(connection.caller);
  };

  const remember = (socket: Socket, caller: string, clientAddress: string): SlowConnection => {
    const forget = (): void => {
      connections.delete(socket);
      socket.off('close', forget);
      add(connection, -connection.bytes);
    };
    const connection: SlowConnection = { caller, clientAddress, bytes: 0, forget };
    connections.set(socket, connection);
    socket.on('close', forget);
    return connection;
  };

  /** Closes the connections that wait longest, of one caller or of all, while too many bytes are held. */
  const closeWhile = (isBeyond: () => boolean, caller?: string): void => {
    if (!isBeyond()) return;
    for (const [socket, connection] of connections) {
      if (caller !== undefined && connection.caller !== caller) continue;
      const { clientAddress, bytes } = connection;
      logger.warn({ clientAddress, bytes }, 'connection of a slow reader closed');
      connection.forget();
      socket.destroy();
      if (!isBeyond()) return;
    }
  };

  return ({ request: { socket }, response, ipAddress, bytes = 0 }: Exchange, callerId?: string): void => {
    // The kernel has taken all of it, or nobody will.
    if (response.writableLength === 0 || socket.destroyed) return;
    const address = addressKey(ipAddress);
    const connection = connections.get(socket) ?? remember(socket, callerId ?? address, address);
    const { caller } = connection;
    add(connection, bytes);
    response.once('close', () => {
      // Forgotten already where the connection was closed: answers behind the first one get no `close` then.
      if (connections.get(socket) !== connection) return;
      add(connection, -bytes);
      if (connection.bytes === 0) connection.forget();
    });
    closeWhile(() => (heldBy.get(caller) ?? 0) > maxBytes * callerShare, caller);
    closeWhile(() => held > maxBytes);
  };
}
