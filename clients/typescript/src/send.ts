import { ConnectionFailed, errorOf, PatchbayError } from './errors.ts';

export interface SendOptions {
  /** Milliseconds for each attempt. Default 60,000. Streams may take longer: for them only until the answer begins. */
  readonly timeoutMs?: number | undefined;
  /** Ends the call, also while it waits to be repeated. The call rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** How often a request is sent again. Default 2. */
  readonly retries?: number | undefined;
}

const baseDelayMs = 500;
const longestDelayMs = 8000;
const longestRetryAfterSeconds = 60;

/**
 * Whether the same request can succeed soon. So can a creation whose first request still runs: it is answered by its Idempotency-Key
 * then. Without its problem, which may have broken off, a conflict could be that one.
 */
function isTransient({ status, message, problem, retryAfter = 0 }: PatchbayError): boolean {
  if (retryAfter > longestRetryAfterSeconds) return false;
  const isRunning =
    status === 409 && (problem === undefined || message.includes('Idempotency-Key is still running'));
  return status === 0 || status === 429 || status === 503 || isRunning;
}

/** Full jitter: random between 0 and a bound that doubles. `Retry-After` of the server wins. */
const delayMs = (attempt: number, { retryAfter = 0 }: PatchbayError): number =>
  retryAfter * 1000 + Math.random() * Math.min(longestDelayMs, baseDelayMs * 2 ** attempt);

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

function connectionFailed(cause: unknown): ConnectionFailed {
  // Node has the reason as the code of the cause.
  const { code } = ((cause as Error | undefined)?.cause ?? {}) as { readonly code?: unknown };
  const reason = typeof code === 'string' ? ` (${code})` : '';
  return new ConnectionFailed(
    `The connection failed before the whole answer came${reason}.`,
    undefined,
    undefined,
    {
      cause,
    },
  );
}

/**
 * Sends a request and resolves with what `read` makes of the answer, if that is a success. Where `isRepeatable`, repeats it after 429,
 * 503 and failures of the network. The time limit holds until `read` resolves: one that reads nothing leaves streams without a limit.
 */
export async function send<T>(
  fetchOnce: (signal: AbortSignal) => Promise<Response>,
  read: (response: Response) => T | Promise<T>,
  isRepeatable: boolean,
  { timeoutMs = 60_000, signal, retries = 2 }: SendOptions,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    signal?.throwIfAborted();
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), timeoutMs);
    let failure: PatchbayError;
    try {
      const response = await fetchOnce(signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal);
      if (response.ok || response.status === 304) return await read(response);
      failure = await errorOf(response);
    } catch (error) {
      if (error instanceof PatchbayError) throw error;
      failure = deadline.signal.aborted
        ? new ConnectionFailed(`The whole answer did not come within ${timeoutMs} ms.`)
        : connectionFailed(error);
    } finally {
      clearTimeout(timer);
    }
    signal?.throwIfAborted();
    if (!isRepeatable || attempt >= retries || !isTransient(failure)) throw failure;
    await sleep(delayMs(attempt, failure), signal);
  }
}
