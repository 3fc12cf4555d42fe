import type { Socket } from 'node:net';
import type { Answer } from '../answer.ts';
import type { ClientCall } from '../client-call.ts';
import { AnswerReader, type ReadAnswer } from './answer-reader.ts';
import { messageBytes } from './message-bytes.ts';

/** A request, and who waits for its answer. */
export interface Exchange {
  /** The request line and the headers, with the empty line. */
  readonly head: string;
  readonly body: Uint8Array;
  readonly call: ClientCall;
  readonly finish: (answer: Answer) => void;
  /** `isStale`: the server closed a connection that had been idle just as it was used; nothing of an answer has arrived. */
  readonly fail: (error: Error, isStale: boolean) => void;
}

export interface ConnectionOptions {
  /** Connected. */
  readonly socket: Socket;
  readonly maxAnswerBytes: number;
  /** The answer has arrived, and the connection can take the next request. */
  readonly onFree: (connection: Connection) => void;
  readonly onClose: (connection: Connection) => void;
}

/** Milliseconds after which a connection is replaced, so that new instances behind the same name get calls too. */
const maxAgeMs = 60_000;
/**
 * Milliseconds for which a connection is kept if the server does not say for how long it keeps it, or has not answered on it yet:
 * shorter than a server waits for the first request (`beginMs`).
 */
const defaultKeepMs = 5_000;
/** Milliseconds by which we close a connection earlier than the server: a request on the way would be lost. */
const keepMarginMs = 1_000;

/** A connection over HTTP/1.1, which serves one request at a time. */
export class Connection {
  readonly #socket: Socket;
  readonly #options: ConnectionOptions;
  readonly #openedAt = performance.now();
  #keptUntil = this.#openedAt + defaultKeepMs;
  #exchange: Exchange | undefined;
  #reader: AnswerReader | undefined;
  /** It was idle, or has answered a request before the current one. */
  #isKept = false;
  #error: Error | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#socket = options.socket;
    this.#socket
      .on('data', (bytes: Buffer) => this.#onData(bytes))
      // Not left to Node, which would first wait for the server to read the rest of a request.
      .on('end', () => this.destroy())
      .on('error', (error) => (this.#error = error))
      .on('close', () => this.#onClose());
  }

  /** Whether a request can be sent on it, now that it has been idle. */
  get usable(): boolean {
    return this.#socket.writable && performance.now() < this.#keptUntil;
  }

  send(exchange: Exchange): void {
    const { head, body, call } = exchange;
    this.#exchange = exchange;
    this.#reader = new AnswerReader(this.#options.maxAnswerBytes);
    call.onCancel = (reason) => this.#fail(reason);
    call.sent();
    this.#socket.ref();
    this.#socket.write(messageBytes(head, body));
  }

  /** An idle connection does not keep the process alive. */
  rest(): void {
    this.#isKept = true;
    this.#socket.unref();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #onData(bytes: Buffer): void {
    if (this.#reader === undefined) {
      this.destroy();
      return;
    }
    try {
      const answer = this.#reader.push(bytes);
      if (answer !== undefined) this.#finish(answer);
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  #onClose(): void {
    if (this.#exchange !== undefined) {
      this.#fail(this.#error ?? new Error('the connection was closed'), this.#isStale());
    }
    this.#options.onClose(this);
  }

  /** Whether the server closed the connection just as a request was sent on it: a race, not an outage. */
  #isStale(): boolean {
    const code = this.#error !== undefined && 'code' in this.#error ? this.#error.code : undefined;
    const isReset = code === 'ECONNRESET' || code === 'EPIPE';
    return this.#reader?.began === false && (this.#isKept || isReset);
  }

  #finish(answer: ReadAnswer): void {
    const exchange = this.#release();
    this.#isKept = true;
    const now = performance.now();
    const keepMs = answer.keepMs ?? defaultKeepMs;
    this.#keptUntil = Math.min(now + keepMs - keepMarginMs, this.#openedAt + maxAgeMs);
    // A server may answer before it has read the whole request: the rest of it is still to be written then.
    if (this.#keptUntil > now && this.#socket.writableLength === 0) this.#options.onFree(this);
    else this.destroy();
    exchange?.finish(answer);
  }

  #fail(error: Error, isStale = false): void {
    const exchange = this.#release();
    this.destroy();
    exchange?.fail(error, isStale);
  }

  #release(): Exchange | undefined {
    const exchange = this.#exchange;
    // Otherwise the end of this call could still close the connection when another one uses it.
    if (exchange !== undefined) exchange.call.onCancel = undefined;
    this.#exchange = undefined;
    this.#reader = undefined;
    return exchange;
  }
}
