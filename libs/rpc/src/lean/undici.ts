import { Code, ConnectError } from '@connectrpc/connect';
import { type Dispatcher, Pool } from 'undici';
import { clientTlsOptions, type RpcTls } from '../tls.ts';
import type { Answer } from './answer.ts';
import type { ClientCall } from './client-call.ts';
import type { Send } from './transport.ts';

export interface UndiciSendOptions {
  readonly baseUrl: string;
  readonly tls?: RpcTls;
  /** Concurrent calls; further ones wait for a free connection. */
  readonly connections: number;
  readonly maxAnswerBytes: number;
}

/** Milliseconds in which a connection must be established; otherwise the call fails as `unavailable`. */
const connectTimeoutMs = 2_000;
/** Milliseconds after which a connection is replaced, so that new instances behind the same name get calls too. */
const connectionAgeMs = 60_000;

const codeOf = (error: Error): string | undefined =>
  'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Whether the server closed a kept-alive connection just as a request was sent on it: a race, not an outage. */
function isStaleConnection(error: Error): boolean {
  const code = codeOf(error);
  if (code === 'ECONNRESET' || code === 'EPIPE') return true;
  // `bytesRead` is 0 if the connection never received a response, so it was not a kept-alive one.
  const socket = 'socket' in error ? (error.socket as { bytesRead?: number } | undefined) : undefined;
  return code === 'UND_ERR_SOCKET' && (socket?.bytesRead ?? 0) > 0;
}

/** Errors of our own request; all of undici's other errors are about the connection. */
const ownFaults: ReadonlySet<string | undefined> = new Set([
  'UND_ERR_INVALID_ARG',
  'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH',
  'UND_ERR_NOT_SUPPORTED',
]);

const toConnectError = (error: Error): ConnectError =>
  error instanceof ConnectError
    ? error
    : new ConnectError(
        error.message,
        ownFaults.has(codeOf(error)) ? Code.Internal : Code.Unavailable,
        undefined,
        undefined,
        error,
      );

/** Buffers one response; undici's own `request` would wrap it in a stream. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #finish: (answer: Answer) => void;
  readonly #fail: (error: Error, answerBegan: boolean) => void;
  readonly #call: ClientCall;
  readonly #maxAnswerBytes: number;
  readonly #chunks: Buffer[] = [];
  #began = false;
  #size = 0;
  #status = 0;
  #headers: Answer['headers'] = {};

  constructor(
    call: ClientCall,
    maxAnswerBytes: number,
    finish: (answer: Answer) => void,
    fail: (error: Error, answerBegan: boolean) => void,
  ) {
    this.#call = call;
    this.#maxAnswerBytes = maxAnswerBytes;
    this.#finish = finish;
    this.#fail = fail;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#call.reason !== undefined) {
      controller.abort(this.#call.reason);
      return;
    }
    this.#call.sent();
    this.#call.onCancel = (reason) => controller.abort(reason);
  }

  onResponseStarted(): void {
    this.#began = true;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Answer['headers'],
  ): void {
    this.#began = true;
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.byteLength;
    if (this.#size <= this.#maxAnswerBytes) this.#chunks.push(chunk);
    else {
      const text = `message size is larger than configured readMaxBytes ${this.#maxAnswerBytes}`;
      controller.abort(new ConnectError(text, Code.ResourceExhausted));
    }
  }

  onResponseEnd(): void {
    const [first] = this.#chunks;
    const body = this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks);
    this.#finish({ status: this.#status, headers: this.#headers, body });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error, this.#began);
  }
}

/** Sends over a pool of kept-alive HTTP/1.1 connections: each request may go to another instance behind the same name. */
export function createUndiciSend({ baseUrl, tls = {}, connections, maxAnswerBytes }: UndiciSendOptions): {
  send: Send;
  close: () => Promise<void>;
} {
  const pool = new Pool(new URL(baseUrl).origin, {
    connections,
    pipelining: 1,
    clientTtl: connectionAgeMs,
    connect: { ...clientTlsOptions(tls), timeout: connectTimeoutMs },
    // HTTP/1.1 over TLS too: one HTTP/2 connection would send all calls to one instance.
    allowH2: false,
    // 0 turns undici's timeouts off: each call has a deadline of its own, whose timer is exact.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const attempt = (
    options: Dispatcher.DispatchOptions,
    call: ClientCall,
    mayRetry: boolean,
  ): Promise<Answer> =>
    new Promise((resolve, reject) => {
      // Set before the dispatch, because the request may have to wait for a free connection.
      call.onCancel = reject;
      const fail = (fault: Error, answerBegan: boolean): void => {
        const retry = mayRetry && !answerBegan && call.reason === undefined && isStaleConnection(fault);
        if (retry) attempt(options, call, false).then(resolve, reject);
        else reject(toConnectError(fault));
      };
      pool.dispatch(options, new Exchange(call, maxAnswerBytes, resolve, fail));
    });

  return {
    send(path, headers, body, call) {
      const lines: string[] = [];
      headers.forEach((value, name) => lines.push(name, value));
      // Not retried if it has side effects: the server may have executed the call and crashed before it answered.
      return attempt({ path, method: 'POST', headers: lines, body }, call, call.sideEffectFree);
    },
    close: () => pool.close(),
  };
}
