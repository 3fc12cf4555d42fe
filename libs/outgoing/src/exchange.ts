import { internal } from '@patchbay/errors/failure';
import type { Clock } from '@patchbay/runtime/clock';
import type { Dispatcher } from 'undici';
import { addressRefused } from './address-guard.ts';
import { OutgoingError, type OutgoingFailure } from './outgoing.ts';

export interface Exchange {
  readonly dispatcher: Dispatcher;
  /** For errors. */
  readonly host: string;
  readonly request: Dispatcher.DispatchOptions;
  /** Milliseconds until the end of the answer. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly maxAnswerBytes: number;
  /** Whether the answer is complete with its headers. Default false. */
  readonly discardsBody?: boolean;
  readonly clock: Clock;
}

/** Limits, in milliseconds and bytes, for reading a body that is discarded. */
const discardMs = 1_000;
const maxDiscardedBytes = 65_536;

/** An answer whose body has arrived completely. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

const codeOf = (error: Error): string | undefined =>
  'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Failures by the code of the error; all others are `unreachable`. */
const failures: Readonly<Record<string, OutgoingFailure>> = {
  [addressRefused]: 'address_refused',
  UND_ERR_HEADERS_OVERFLOW: 'too_large',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_ABORTED: 'canceled',
  // The component was stopped.
  UND_ERR_DESTROYED: 'canceled',
  UND_ERR_CLOSED: 'canceled',
};

/** The request itself cannot be sent, for example because a header has a line break: a mistake of the code that made it. */
const isOwnFault = (code: string | undefined): boolean =>
  code === 'UND_ERR_INVALID_ARG' || code === 'UND_ERR_NOT_SUPPORTED';

/** Without the error as a cause: of what libraries attach to errors, only the code is known to hold no secrets. */
export function toFailure(error: Error, host: string): Error {
  const code = codeOf(error);
  if (isOwnFault(code)) return internal(`the request to ${host} is malformed`);
  const failure = failures[code ?? ''];
  return failure === undefined
    ? new OutgoingError('unreachable', host, undefined, code)
    : new OutgoingError(failure, host);
}

/** Whether the server closed a kept-alive connection just as a request was sent on it: a race, not an outage. */
export function isStaleConnection(error: Error): boolean {
  const code = codeOf(error);
  if (code === 'ECONNRESET' || code === 'EPIPE') return true;
  // `bytesRead` is 0 if the connection never received an answer, so it was not a kept-alive one.
  const socket = 'socket' in error ? (error.socket as { bytesRead?: number } | undefined) : undefined;
  return code === 'UND_ERR_SOCKET' && (socket?.bytesRead ?? 0) > 0;
}

/**
 * Sends a request and buffers its answer; undici's own `request` would wrap it in a stream. A GET is sent a second time if the
 * kept-alive connection turns out to be closed; other methods are not, because the host may have done what they ask for.
 */
export function exchange({
  dispatcher,
  host,
  request,
  timeoutMs,
  signal,
  maxAnswerBytes,
  discardsBody = false,
  clock,
}: Exchange): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const begun = clock.uptime();
    let running: Dispatcher.DispatchController | undefined;
    let ended = false;

    const end = (): void => {
      ended = true;
      timer.cancel();
      signal?.removeEventListener('abort', onAbort);
    };
    /** Also where the connection is not established yet: undici then drops the request when it would begin. */
    const abort = (failure: OutgoingFailure): void => {
      if (ended) return;
      end();
      const error = new OutgoingError(failure, host);
      reject(error);
      running?.abort(error);
    };
    const onAbort = (): void => abort('canceled');
    let timer = clock.after(timeoutMs, () => abort('timeout'));
    signal?.addEventListener('abort', onAbort, { once: true });

    const attempt = (mayRetry: boolean): void => {
      const chunks: Buffer[] = [];
      let size = 0;
      let began = false;
      let status = 0;
      let headers: RawAnswer['headers'] = {};
      /** Ends a discarded body. The connection is closed with it. */
      const settle = (): void => {
        if (ended) return;
        end();
        resolve({ status, headers, body: Buffer.alloc(0) });
        running?.abort(new OutgoingError('canceled', host));
      };
      dispatcher.dispatch(request, {
        onRequestStart(controller) {
          running = controller;
          if (ended) controller.abort(new OutgoingError('canceled', host));
        },
        onResponseStarted() {
          began = true;
        },
        onResponseStart(_controller, answered, fields) {
          // Early hints and the like: the answer follows.
          if (answered < 200) return;
          began = true;
          status = answered;
          headers = fields;
          if (!discardsBody || ended) return;
          timer.cancel();
          const left = timeoutMs - (clock.uptime() - begun);
          timer = clock.after(Math.max(0, Math.min(left, discardMs)), settle);
        },
        onResponseData(_controller, chunk) {
          size += chunk.byteLength;
          if (discardsBody) {
            if (size > maxDiscardedBytes) settle();
          } else if (size <= maxAnswerBytes) chunks.push(chunk);
          else abort('too_large');
        },
        onResponseEnd() {
          if (ended) return;
          end();
          const [only] = chunks;
          resolve({ status, headers, body: chunks.length === 1 && only ? only : Buffer.concat(chunks) });
        },
        onResponseError(_controller, error) {
          if (ended) return;
          // A body that breaks off does not matter where it is discarded.
          if (discardsBody && status !== 0) return settle();
          if (mayRetry && !began && isStaleConnection(error)) return attempt(false);
          end();
          reject(toFailure(error, host));
        },
      });
    };
    attempt(request.method === 'GET');
  });
}
