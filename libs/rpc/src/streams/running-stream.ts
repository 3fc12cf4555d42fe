import { AsyncLocalStorage } from 'node:async_hooks';
import {
  Code,
  ConnectError,
  type ContextKey,
  createContextKey,
  type Interceptor,
  type StreamRequest,
} from '@connectrpc/connect';
import { type Clock, systemClock, type Timer } from '@patchbay/runtime/clock';
import { deadlineExceeded } from '../errors.ts';

export interface StreamLimits {
  /** Milliseconds from asking for a message, the first one included, until it arrives; undefined: no limit. */
  readonly messageMs: number | undefined;
  /** Milliseconds from a message until its reader asks for the next one; undefined: no limit. */
  readonly readerMs?: number | undefined;
}

/**
 * A stream may last as long as messages are sent and read. A reader of the gateway's export asks for the next batch when its own
 * client has taken the one before, which a slow client may take minutes for; a waiting stream holds no database connection.
 */
export const defaultStreamLimits = { messageMs: 30_000, readerMs: 900_000 } satisfies StreamLimits;

/** Closes the connection or the HTTP/2 stream of a call; not set for calls in the same process. */
export const closeConnectionKey: ContextKey<(() => void) | undefined> = createContextKey<
  (() => void) | undefined
>(undefined, { description: 'closes the connection of this call' });

/** Abort reasons with these codes are kept; any other one means that the caller canceled. */
const keptCodes: ReadonlySet<Code> = new Set([Code.DeadlineExceeded, Code.Unavailable]);

const toReason = (reason: unknown): ConnectError =>
  reason instanceof ConnectError && keptCodes.has(reason.code)
    ? reason
    : new ConnectError('the caller has gone', Code.Canceled, undefined, undefined, reason);

/**
 * The messages of one streaming call. The source is asked for a message only when the reader asks for one. An abort of the
 * parent signal, an exceeded limit or the reader's `return` ends the stream at once, also while nobody waits for a message:
 * the source's `return` is called and `signal` is aborted, so that a generator runs its `finally` blocks.
 */
export class RunningStream<T> implements AsyncIterableIterator<T> {
  /** Aborted when the stream ends before its last message. */
  readonly signal: AbortSignal;
  /** Resolves after the last message, or rejects with the error that ended the stream before. */
  readonly ended: Promise<void>;
  /** Called when the reader exceeds `readerMs`: it does not read, so it would not receive an error. */
  onStalledReader: (() => void) | undefined;

  readonly #controller = new AbortController();
  readonly #end = Promise.withResolvers<void>();
  readonly #parent: AbortSignal | undefined;
  readonly #limits: StreamLimits;
  readonly #onParentAbort = (): void => this.#abort(toReason(this.#parent?.reason));
  readonly #clock: Pick<Clock, 'after'>;
  #timer: Timer | undefined;
  #isOver = false;
  #rejectWaiting: ((reason: unknown) => void) | undefined;
  #source: AsyncIterator<T> | undefined;
  #outcome: Promise<unknown>;
  /** Runs the source in the async context, and so in the span, in which the stream was opened. */
  #within = <R>(work: () => R): R => work();

  constructor(
    parent: AbortSignal | undefined,
    limits: StreamLimits,
    clock: Pick<Clock, 'after'> = systemClock,
  ) {
    this.#clock = clock;
    this.#parent = parent;
    this.#limits = limits;
    this.signal = this.#controller.signal;
    this.ended = this.#end.promise;
    this.ended.catch(() => {});
    this.#outcome = this.ended;
    if (parent?.aborted) this.#onParentAbort();
    else {
      parent?.addEventListener('abort', this.#onParentAbort, { once: true });
      this.#expectMessage();
    }
  }

  /**
   * Resolves with what `begin` does, as soon as that does. `surround` covers the whole call: what it runs settles when the stream has
   * ended, and rejects with the error that ended it. What `surround` itself rejects with is what the reader gets.
   */
  open<Given, Opened>(
    surround: (work: (given: Given) => Promise<Opened>) => Promise<unknown>,
    begin: (given: Given) => Promise<Opened>,
  ): Promise<Opened> {
    const opened = Promise.withResolvers<Opened>();
    const cover = async (): Promise<unknown> =>
      surround(async (given) => {
        const result = await this.#wait(() => begin(given));
        opened.resolve(result);
        await this.ended;
        return result;
      });
    this.#outcome = cover();
    this.#outcome.catch((reason: unknown) => {
      this.end({ reason });
      opened.reject(reason);
    });
    return opened.promise;
  }

  /** Settles as `work` does, or rejects with the abort reason as soon as the stream is aborted. */
  #wait<R>(work: () => Promise<R>): Promise<R> {
    if (this.signal.aborted) return Promise.reject(this.signal.reason);
    return new Promise((resolve, reject) => {
      this.#rejectWaiting = reject;
      work().then(resolve, reject);
    });
  }

  /** Sets the source of the messages, when the stream opens. */
  read(source: AsyncIterable<T>): this {
    this.#source = source[Symbol.asyncIterator]();
    this.#within = AsyncLocalStorage.snapshot();
    return this;
  }

  /** The reader has gone. */
  cancel(): void {
    this.#abort(toReason(undefined));
  }

  /** Ends the stream: with the error that was thrown, or regularly. */
  end(thrown?: { readonly reason: unknown }): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#timer?.cancel();
    this.#parent?.removeEventListener('abort', this.#onParentAbort);
    if (thrown === undefined) this.#end.resolve();
    else this.#end.reject(thrown.reason);
  }

  async next(): Promise<IteratorResult<T, undefined>> {
    const source = this.#source;
    if (!this.#isOver && source !== undefined) {
      this.#expectMessage();
      try {
        const result = await this.#wait(() => this.#within(() => source.next()));
        if (result.done !== true) {
          this.#expectReader();
          return result;
        }
        this.end();
      } catch (reason) {
        this.end({ reason });
      }
    }
    await this.#outcome;
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<T, undefined>> {
    // After the last message there is nothing to abort, and an error costs its stack.
    if (!this.#isOver) this.#abort(toReason(undefined));
    return { done: true, value: undefined };
  }

  async throw(thrown: unknown): Promise<IteratorResult<T, undefined>> {
    this.#abort(toReason(thrown));
    throw thrown;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #abort(reason: ConnectError): void {
    if (this.#isOver) return;
    this.end({ reason });
    this.#controller.abort(reason);
    this.#rejectWaiting?.(reason);
    const source = this.#source;
    this.#within(async () => source?.return?.()).catch(() => {});
  }

  #expectMessage(): void {
    this.#arm(this.#limits.messageMs, () => this.#abort(deadlineExceeded()));
  }

  #expectReader(): void {
    this.#arm(this.#limits.readerMs, () => {
      this.#abort(deadlineExceeded());
      this.onStalledReader?.();
    });
  }

  #arm(ms: number | undefined, onTime: () => void): void {
    this.#timer?.cancel();
    if (ms !== undefined) this.#timer = this.#clock.after(ms, onTime);
  }
}

/**
 * Makes an interceptor cover a streaming call until its end: its `next` settles when the stream has ended, and rejects with the error
 * that ended it, as for a unary call. The reader gets messages as they arrive, and errors as the interceptor has mapped them. The
 * interceptor cannot replace the response of a stream.
 */
export const untilEndOfStream =
  (interceptor: Interceptor, limits: StreamLimits, clock?: Clock): Interceptor =>
  (next) => {
    const unary = interceptor(next);
    const open = (request: StreamRequest): ReturnType<typeof next> => {
      const stream = new RunningStream<never>(request.signal, limits, clock);
      stream.onStalledReader = request.contextValues.get(closeConnectionKey);
      return stream.open<StreamRequest, Awaited<ReturnType<typeof next>>>(
        (work) => interceptor((given) => work(given as StreamRequest))({ ...request, signal: stream.signal }),
        async (given) => {
          const response = await next(given);
          if (!response.stream) throw new ConnectError('a stream was answered by one message', Code.Internal);
          return { ...response, message: stream.read(response.message as AsyncIterable<never>) };
        },
      );
    };
    return (request) => (request.stream ? open(request) : unary(request));
  };

/** The same messages; an error that ends them is replaced by what `map` returns for it. */
export const mapErrors = <T>(
  source: AsyncIterable<T>,
  map: (thrown: unknown) => Error,
): AsyncIterable<T> => ({
  [Symbol.asyncIterator]() {
    const messages = source[Symbol.asyncIterator]();
    return {
      next: () =>
        messages.next().catch((thrown: unknown) => {
          throw map(thrown);
        }),
      return: async () => (await messages.return?.()) ?? { done: true, value: undefined },
    };
  },
});
