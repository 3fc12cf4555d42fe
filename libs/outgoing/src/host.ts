import type { LookupFunction } from 'node:net';
import type { Clock } from '@patchbay/runtime/clock';
import { createTurns, type Turn } from '@patchbay/runtime/turns';
import { type Dispatcher, Pool } from 'undici';
import { decodeBody } from './answer.ts';
import { type Breaker, type BreakerOptions, createBreaker } from './breaker.ts';
import { exchange, isStaleConnection, type RawAnswer, toFailure } from './exchange.ts';
import { type OutgoingAnswer, OutgoingError, type StreamedAnswer } from './outgoing.ts';

export interface HostLimits {
  /** Requests that run at the same time, each on a connection of its own. */
  readonly atOnce: number;
  /** Requests that wait for one of these to end. */
  readonly maxWaiting: number;
  readonly maxAnswerBytes: number;
}

export interface HostOptions extends HostLimits {
  readonly origin: string;
  /** For errors. */
  readonly host: string;
  /** Resolves the name for each new connection; undefined: as Node does, for origins without address guard. */
  readonly lookup: LookupFunction | undefined;
  /** Undefined: requests are sent however many connections have failed. */
  readonly breaker: BreakerOptions | undefined;
  readonly clock: Clock;
}

interface AnyHostRequest {
  readonly organization: string | undefined;
  readonly signal: AbortSignal | undefined;
}

export interface HostRequest extends AnyHostRequest {
  readonly options: Dispatcher.DispatchOptions;
  readonly timeoutMs: number;
  readonly discardsBody: boolean;
}

export interface HostStream extends AnyHostRequest {
  readonly options: Dispatcher.RequestOptions;
  readonly silenceMs: number;
}

/** One origin outside of the platform, for one target: its connections, its bound on concurrent requests and its breaker. */
export interface Host {
  send(request: HostRequest): Promise<OutgoingAnswer>;
  open(request: HostStream): Promise<StreamedAnswer>;
  /** No request runs or waits, and the last connection did not fail: the host can be dropped and created again without loss. */
  readonly isIdle: boolean;
  /** Closes the connections; requests that still run fail as `canceled`. */
  destroy(): Promise<void>;
}

/** Milliseconds in which a connection must be established, TLS included. */
const connectTimeoutMs = 3_000;
/** Milliseconds after which a connection is replaced, so that a changed address of the name is noticed. */
const connectionAgeMs = 60_000;
/** Bytes of the header of an answer. */
const maxHeaderBytes = 32_768;

const isUnreachable = (error: unknown): boolean =>
  error instanceof OutgoingError && error.failure === 'unreachable';

/** Calls back when a request is about to be written to its connection. */
const onConnected = (dispatcher: Dispatcher, connected: () => void): Dispatcher =>
  dispatcher.compose((dispatch) => (options, handler) => {
    const begin = handler.onRequestStart?.bind(handler);
    handler.onRequestStart = (controller, context) => {
      connected();
      begin?.(controller, context);
    };
    return dispatch(options, handler);
  });

const joined = (headers: RawAnswer['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );

const alwaysClosed: Breaker = { suspendedMs: () => 0, failing: false, begin: () => () => {} };

export function createHost({
  origin,
  host,
  lookup,
  breaker: breakerOptions,
  atOnce,
  maxWaiting,
  maxAnswerBytes,
  clock,
}: HostOptions): Host {
  const breaker = breakerOptions === undefined ? alwaysClosed : createBreaker(breakerOptions);
  // Bounds the concurrent requests, so that a slow host takes neither all connections nor all memory.
  const turns = createTurns({ atOnce, maxWaiting, refusal: () => new OutgoingError('busy', host), clock });
  const dispatcher = new Pool(origin, {
    connections: atOnce,
    pipelining: 1,
    clientTtl: connectionAgeMs,
    // However long the host would keep an idle one.
    keepAliveMaxTimeout: connectionAgeMs,
    // The minimum of Node can be lowered by its flags.
    connect: { timeout: connectTimeoutMs, minVersion: 'TLSv1.2', ...(lookup && { lookup }) },
    allowH2: false,
    maxHeaderSize: maxHeaderBytes,
    // 0 turns undici's timeouts off: each request has a deadline of its own, by our clock.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  const demandNotSuspended = (): void => {
    const ms = breaker.suspendedMs();
    if (ms > 0) throw new OutgoingError('suspended', host, Math.ceil(ms));
  };

  const takeTurn = async (timeoutMs: number, signal: AbortSignal | undefined): Promise<Turn> => {
    try {
      return await turns.take(host, { timeoutMs, signal });
    } catch (error) {
      throw signal?.aborted ? new OutgoingError('canceled', host) : error;
    }
  };

  const decoded = async ({ status, headers, body }: RawAnswer): Promise<OutgoingAnswer> => {
    const fields = joined(headers);
    try {
      return {
        status,
        headers: fields,
        text: await decodeBody(body, fields['content-encoding'], maxAnswerBytes),
      };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw code === 'ERR_BUFFER_TOO_LARGE'
        ? new OutgoingError('too_large', host)
        : new OutgoingError('unreachable', host, undefined, code);
    }
  };

  /** Sends a request, and tells the breaker whether there was a connection for it. */
  const watched = async <Answer>(
    organization: string | undefined,
    send: (through: Dispatcher) => Promise<Answer>,
  ): Promise<Answer> => {
    const tell = breaker.begin(organization);
    try {
      return await send(onConnected(dispatcher, () => tell('connected')));
    } catch (error) {
      tell(isUnreachable(error) ? 'failed' : 'unknown');
      throw error;
    }
  };

  const request = async (
    through: Dispatcher,
    options: Dispatcher.RequestOptions,
    silenceMs: number,
    signal: AbortSignal | undefined,
    mayRetry = options.method === 'GET',
  ): Promise<StreamedAnswer> => {
    try {
      // Undici measures the silence itself, because it knows when nobody reads the body.
      const { statusCode, headers, body } = await through.request({
        ...options,
        headersTimeout: silenceMs,
        bodyTimeout: silenceMs,
        ...(signal && { signal }),
      });
      return { status: statusCode, headers: joined(headers), body };
    } catch (error) {
      if (signal?.aborted) throw new OutgoingError('canceled', host);
      if (mayRetry && isStaleConnection(error as Error))
        return request(through, options, silenceMs, signal, false);
      throw toFailure(error as Error, host);
    }
  };

  return {
    get isIdle() {
      return turns.held(host) === 0 && !breaker.failing;
    },
    async send({ options, timeoutMs, signal, organization, discardsBody }) {
      demandNotSuspended();
      const begun = clock.uptime();
      // At most half of the time: a request that has waited still leaves the host time to answer.
      const turn = await takeTurn(timeoutMs / 2, signal);
      try {
        // The requests before this one may have opened the breaker while it waited.
        demandNotSuspended();
        const left = timeoutMs - (clock.uptime() - begun);
        const answer = await watched(organization, (through) =>
          exchange({
            dispatcher: through,
            host,
            request: options,
            timeoutMs: left,
            signal,
            maxAnswerBytes,
            discardsBody,
            clock,
          }),
        );
        return await decoded(answer);
      } finally {
        turn.release();
      }
    },
    async open({ options, silenceMs, signal, organization }) {
      demandNotSuspended();
      const turn = await takeTurn(silenceMs / 2, signal);
      try {
        demandNotSuspended();
        const answer = await watched(organization, (through) => request(through, options, silenceMs, signal));
        answer.body.once('close', () => turn.release());
        // It fails also when it is destroyed: without a listener that would end the process.
        answer.body.on('error', () => {});
        return answer;
      } catch (error) {
        turn.release();
        throw error;
      }
    },
    destroy: () => dispatcher.destroy(),
  };
}
