import { ConnectionFailed, errorOf } from './errors.ts';

export interface SendOptions {
  /** Milliseconds for each attempt. Default 60,000. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** How often a request is sent again. Default 2. */
  readonly retries?: number | undefined;
}

const baseDelayMs = 500;
const longestDelayMs = 60_000;
const transient = new Set([429, 503]);

/** Full jitter: somewhere between nothing and a bound that doubles. A server that names a time is believed. */
function delayMs(attempt: number, retryAfterSeconds: number | undefined): number {
  const jitter = Math.random() * baseDelayMs * 2 ** attempt;
  return retryAfterSeconds === undefined ? jitter : retryAfterSeconds * 1000 + jitter;
}

const sleep = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
  });

/**
 * Sends a request and resolves with the answer if it is a success. Where `repeatable`, repeats it after 429, 503 and failures of the
 * network. The time limit ends with the headers of the answer, so that a long stream is not cut.
 */
export async function send(
  fetchOnce: (signal: AbortSignal) => Promise<Response>,
  repeatable: boolean,
  { timeoutMs = 60_000, signal, retries = 2 }: SendOptions,
): Promise<Response> {
  for (let attempt = 0; ; attempt += 1) {
    signal?.throwIfAborted();
    const last = !repeatable || attempt >= retries;
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), timeoutMs);
    let failure: ConnectionFailed;
    try {
      const response = await fetchOnce(signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal);
      if (response.ok || response.status === 304) return response;
      const error = await errorOf(response);
      const wait = delayMs(attempt, error.retryAfter);
      if (last || !transient.has(response.status) || wait > longestDelayMs) throw error;
      failure = error;
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof Error && 'status' in error) throw error;
      const message = deadline.signal.aborted
        ? `No answer came within ${timeoutMs} ms.`
        : 'The connection failed before an answer came.';
      failure = new ConnectionFailed(message, undefined, undefined, { cause: error });
      if (last) throw failure;
    } finally {
      clearTimeout(timer);
    }
    await sleep(delayMs(attempt, failure.retryAfter), signal);
  }
}
