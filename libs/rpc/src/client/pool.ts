import { createSecureContext } from 'node:tls';
import { Code, ConnectError } from '@connectrpc/connect';
import { buildConnector, type Dispatcher, Pool } from 'undici';
import type { HeaderRecord } from '../headers.ts';
import { clientTlsOptions, type RpcTls } from '../tls.ts';
import type { UnaryAnswer } from '../unary-answer.ts';
import type { PendingCall } from './pending-call.ts';
import type { Send } from './transport.ts';

export interface PoolOptions {
  readonly baseUrl: string;
  readonly tls?: RpcTls;
  /** Concurrent calls; further ones wait for a free connection. */
  readonly connections: number;
  readonly maxAnswerBytes: number;
  /** Of an answer. Default 16 KiB. */
  readonly maxHeaderBytes?: number;
}

/** Milliseconds in which a connection must be established; otherwise the call fails as `unavailable`. */
const connectTimeoutMs = 2_000;
/** Milliseconds after which a connection is replaced, so that new instances behind the same name get calls too. */
const maxAgeMs = 60_000;

const closedCodes: ReadonlySet<unknown> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

const codeOf = (error: Error): unknown => ('code' in error ? error.code : undefined);

/** Whether the server has closed or reset the connection. */
export const isClosed = (error: Error): boolean => closedCodes.has(codeOf(error));

/** Node's error has no text of its own where a name has several addresses and none of them can be connected to. */
const textOf = (error: Error): string =>
  error instanceof AggregateError
    ? error.errors.map(({ message }: Error) => message).join(', ')
    : error.message;

export function toConnectError(error: Error): ConnectError {
  if (error instanceof ConnectError) return error;
  const codes: Record<string, Code> = {
    UND_ERR_RES_EXCEEDED_MAX_SIZE: Code.ResourceExhausted,
    // A header that HTTP does not allow.
    UND_ERR_INVALID_ARG: Code.Internal,
  };
  const code = codes[String(codeOf(error))] ?? Code.Unavailable;
  return new ConnectError(textOf(error), code, undefined, undefined, error);
}

/** Whether a body without a length is meant: one that ends with the connection could be cut off and pass as complete. */
const hasLength = (headers: HeaderRecord): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** One attempt to get an answer. `isUnanswered`: the connection was closed before any byte of an answer. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #call: PendingCall;
  readonly #finish: (answer: UnaryAnswer) => void;
  readonly #fail: (error: Error, isUnanswered: boolean) => void;
  readonly #chunks: Buffer[] = [];
  #isSent = false;
  #status: number | undefined;
  #headers: HeaderRecord = {};

  constructor(
    call: PendingCall,
    finish: (answer: UnaryAnswer) => void,
    fail: (error: Error, isUnanswered: boolean) => void,
  ) {
    this.#call = call;
    this.#finish = finish;
    this.#fail = fail;
    // Also while the request waits for a connection. undici would only tell when it gets one.
    call.onCancel = (reason) => fail(reason, false);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    const { reason } = this.#call;
    if (reason !== undefined) {
      controller.abort(reason);
      return;
    }
    this.#isSent = true;
    this.#call.onCancel = (canceled) => {
      this.#fail(canceled, false);
      controller.abort(canceled);
    };
    this.#call.sent();
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: HeaderRecord): void {
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
    if (!hasLength(headers)) throw new Error('the answer has no length');
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const [first] = this.#chunks;
    const body = first !== undefined && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
    this.#finish({ status: this.#status ?? 0, headers: this.#headers, body });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error, this.#isSent && this.#status === undefined && isClosed(error));
  }
}

/** Kept connections of HTTP/1.1: each call may go to another instance behind the same name. */
export function createConnections({
  baseUrl,
  tls = {},
  connections,
  maxAnswerBytes,
  maxHeaderBytes,
}: Omit<PoolOptions, 'maxAnswerBytes'> & Partial<PoolOptions>): {
  readonly pool: Pool;
  /** New connections use this certificate and these authorities. Kept ones are replaced within `maxAgeMs`. */
  readonly setTls: (tls: RpcTls) => void;
} {
  const { origin, protocol } = new URL(baseUrl);
  // One connection of HTTP/2 would send all calls to one instance.
  const allowH2 = false;
  const connectorWith = (given: RpcTls) =>
    buildConnector({
      timeout: connectTimeoutMs,
      allowH2,
      // Made once: a certificate that cannot be read fails here and not in each call.
      ...(protocol === 'https:' && { secureContext: createSecureContext(clientTlsOptions(given)) }),
    });
  let connect = connectorWith(tls);
  const pool = new Pool(origin, {
    connections,
    allowH2,
    connect: (options, callback) => connect(options, callback),
    keepAliveMaxTimeout: maxAgeMs,
    clientTtl: maxAgeMs,
    ...(maxAnswerBytes !== undefined && { maxResponseSize: maxAnswerBytes }),
    ...(maxHeaderBytes !== undefined && { maxHeaderSize: maxHeaderBytes }),
    // Each call has a deadline of its own.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    pool,
    setTls(renewed) {
      connect = connectorWith(renewed);
    },
  };
}

/** Sends unary calls. */
export function createPool(options: PoolOptions): {
  readonly send: Send;
  /** Takes no further calls; resolves when those that it has taken have ended and every connection is closed. */
  readonly close: () => Promise<void>;
  readonly setTls: (tls: RpcTls) => void;
} {
  const { pool, setTls } = createConnections(options);
  return {
    send: (path, headers, body, call) =>
      new Promise((resolve, reject) => {
        const attempt = (mayRepeat: boolean): void => {
          const exchange = new Exchange(call, resolve, (error, isUnanswered) => {
            // The server closed a kept connection just as the call was sent. A call with side effects may have been executed.
            if (mayRepeat && isUnanswered && call.reason === undefined) attempt(false);
            else reject(toConnectError(error));
          });
          pool.dispatch({ method: 'POST', path, headers, body }, exchange);
        };
        attempt(call.sideEffectFree);
      }),
    close: () => pool.close(),
    setTls,
  };
}
