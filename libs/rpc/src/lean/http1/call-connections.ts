import type { Socket } from 'node:net';
import type { ConnectionLimits } from '../../port/limits.ts';
import { CallConnection, type CallConnectionOptions } from './call-connection.ts';

export interface CallConnectionsOptions extends CallConnectionOptions {
  readonly limits: Pick<ConnectionLimits, 'requestMs' | 'idleMs' | 'checkMs'>;
}

/** The connections over HTTP/1.1 of a server that have had plain calls only. */
export class CallConnections {
  readonly #options: CallConnectionsOptions;
  readonly #connections = new Set<CallConnection>();
  #checking: NodeJS.Timeout | undefined;

  constructor(options: CallConnectionsOptions) {
    this.#options = options;
  }

  /** `passOn` gets the connection at its first request that is not a plain call. */
  add(socket: Socket, passOn: (socket: Socket) => void): void {
    const remove = (): void => void this.#connections.delete(connection);
    const connection = new CallConnection(socket, this.#options, (passed) => {
      socket.off('close', remove);
      remove();
      passOn(passed);
    });
    this.#connections.add(connection);
    socket.once('close', remove);
    this.#checking ??= setInterval(() => this.#check(), this.#options.limits.checkMs).unref();
  }

  /** Destroys those that no byte of a request has arrived on. */
  destroyIdle(): void {
    for (const connection of this.#connections) if (connection.isIdle) connection.destroy();
  }

  /** Destroys those without a request that has arrived as a whole. */
  destroyUnserved(): void {
    for (const connection of this.#connections) if (!connection.isServing) connection.destroy();
  }

  destroyAll(): void {
    for (const connection of this.#connections) connection.destroy();
  }

  #check(): void {
    const now = performance.now();
    for (const connection of this.#connections) connection.check(now);
    if (this.#connections.size > 0) return;
    clearInterval(this.#checking);
    this.#checking = undefined;
  }
}
