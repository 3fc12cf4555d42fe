import { AsyncLocalStorage } from 'node:async_hooks';
import { Code, ConnectError } from '@connectrpc/connect';
import { deadlineExceeded } from '../interceptors/enforce-deadline.ts';

export interface StreamLimits {
  /** Milliseconds from asking for a message, the first one included, until it arrives; undefined: no limit. */
  readonly messageMs: number | undefined;
  /** Milliseconds from a message until its reader asks for the next one; undefined: no limit. */
  readonly readerMs?: number | undefined;
}

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
  readonly #parent: AbortSignal;
  readonly #limits: StreamLimits;
  readonly #onParentAbort = (): void => this.#abort(toReason(this.#parent.reason));
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;
  #rejectWaiting: ((reason: unknown) => void) | undefined;
  #source: AsyncIterator<T> | undefined;
  #outcome: Promise<unknown>;
  /** Runs the source in the async context, and so in the span, in which the stream was opened. */
  #within = <R>(work: () => R): R => work();

  constructor(parent: AbortSignal, limits: StreamLimits) {
    this.#parent = parent;
    this.#limits = limits;
    this.signal = this.#controller.signal;
    this.ended = this.#end.promise;
    this.ended.catch(() => {});
    this.#outcome = this.ended;
    if (parent.aborted) this.#onParentAbort();
    else {
      parent.addEventListener('abort', this.#onParentAbort, { once: true });
      this.#expectMessage();
    }
  }

  /** Settles as `work` does, or rejects with the abort reason as soon as the stream is aborted. */
  wait<R>(work: () => Promise<R>): Promise<R> {
    if (this.signal.aborted) return Promise.reject(this.signal.reason);
    return new Promise((resolve, reject) => {
      this.#rejectWaiting = reject;
      work().then(resolve, reject);
    });
  }

  /** Sets the source of the messages. After the last one `next` waits for `outcome`, and throws what that rejects with. */
  read(source: AsyncIterable<T>, outcome: Promise<unknown>): this {
    this.#source = source[Symbol.asyncIterator]();
    this.#within = AsyncLocalStorage.snapshot();
    this.#outcome = outcome;
    return this;
  }

  /** Ends the stream: with the error that was thrown, or regularly. */
  end(thrown?: { readonly reason: unknown }): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#parent.removeEventListener('abort', this.#onParentAbort);
    if (thrown === undefined) this.#end.resolve();
    else this.#end.reject(thrown.reason);
  }

  async next(): Promise<IteratorResult<T, undefined>> {
    const source = this.#source;
    if (!this.#isOver && source !== undefined) {
      this.#expectMessage();
      try {
        const result = await this.wait(() => this.#within(() => source.next()));
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
    this.#abort(toReason(undefined));
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
    clearTimeout(this.#timer);
    if (ms !== undefined) this.#timer = setTimeout(onTime, ms);
  }
}
