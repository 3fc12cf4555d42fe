import { Code, ConnectError } from '@connectrpc/connect';
import type { Connect } from './connect.ts';
import { Connection, type Exchange } from './connection.ts';

export interface ConnectionsOptions {
  readonly connect: Connect;
  /** The largest number of connections; further requests wait for a free one. */
  readonly max: number;
  readonly maxAnswerBytes: number;
}

/**
 * The connections to one service. A request takes the connection that was free last; if there is none, one is opened, and
 * the request takes that or any that becomes free before.
 */
export class Connections {
  readonly #options: ConnectionsOptions;
  readonly #free: Connection[] = [];
  /** In the order in which they came. */
  readonly #waiting = new Set<Exchange>();
  /** Open or being opened. */
  #count = 0;
  #opening = 0;
  readonly #closed = Promise.withResolvers<void>();
  #isClosing = false;

  constructor(options: ConnectionsOptions) {
    this.#options = options;
  }

  send(exchange: Exchange): void {
    if (this.#isClosing) {
      exchange.fail(new ConnectError('the transport is closed', Code.Unavailable), false);
      return;
    }
    const connection = this.#takeFree();
    if (connection !== undefined) {
      connection.send(exchange);
      return;
    }
    this.#waiting.add(exchange);
    exchange.call.onCancel = (reason) => {
      this.#waiting.delete(exchange);
      exchange.fail(reason, false);
      this.#settleIfClosed();
    };
    this.#openIfNeeded();
  }

  /** Takes no further requests; resolves when those that it has taken were answered and every connection is closed. */
  close(): Promise<void> {
    this.#isClosing = true;
    for (const connection of this.#free.splice(0)) connection.destroy();
    this.#settleIfClosed();
    return this.#closed.promise;
  }

  #takeFree(): Connection | undefined {
    let connection = this.#free.pop();
    while (connection !== undefined && !connection.usable) {
      connection.destroy();
      connection = this.#free.pop();
    }
    return connection;
  }

  #openIfNeeded(): void {
    while (this.#opening < this.#waiting.size && this.#count < this.#options.max) {
      this.#opening += 1;
      this.#count += 1;
      this.#open();
    }
  }

  #open(): void {
    const { connect, maxAnswerBytes } = this.#options;
    connect(
      (socket) => {
        this.#opening -= 1;
        const onFree = (connection: Connection): void => this.#use(connection);
        const onClose = (connection: Connection): void => this.#onClose(connection);
        this.#use(new Connection({ socket, maxAnswerBytes, onFree, onClose }));
      },
      (error) => {
        this.#opening -= 1;
        this.#count -= 1;
        this.#takeWaiting()?.fail(error, false);
        this.#openIfNeeded();
        this.#settleIfClosed();
      },
    );
  }

  #takeWaiting(): Exchange | undefined {
    const [exchange] = this.#waiting;
    if (exchange !== undefined) this.#waiting.delete(exchange);
    return exchange;
  }

  #use(connection: Connection): void {
    const exchange = this.#takeWaiting();
    if (exchange !== undefined) connection.send(exchange);
    else if (this.#isClosing) connection.destroy();
    else {
      connection.rest();
      this.#free.push(connection);
      // The first one was used least recently.
      if (this.#free[0]?.usable === false) this.#free.shift()?.destroy();
    }
  }

  #onClose(connection: Connection): void {
    const at = this.#free.indexOf(connection);
    if (at !== -1) this.#free.splice(at, 1);
    this.#count -= 1;
    this.#openIfNeeded();
    this.#settleIfClosed();
  }

  #settleIfClosed(): void {
    if (this.#isClosing && this.#count === 0 && this.#waiting.size === 0) this.#closed.resolve();
  }
}
