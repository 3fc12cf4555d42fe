import type { DescMethodUnary, DescService } from '@bufbuild/protobuf';
import type { ContextValues, HandlerContext } from '@connectrpc/connect';
import { deadlineExceeded } from '../interceptors/enforce-deadline.ts';
import type { ServedCall } from '../interceptors/served-call.ts';
import type { Metadata } from './answer.ts';
import { type HeaderList, headerIn, toHeaders } from './header-list.ts';
import { addRunning, noSlot, type RunningCall, removeRunning } from './running-calls.ts';

/** The abort reason of the signal of a call that was answered. One shared instance: its stack trace holds no information. */
const ended = new Error('the call has ended');

export interface LeanContextOptions {
  readonly method: DescMethodUnary;
  /** The path only: scheme and host are not known. */
  readonly url: string;
  readonly headers: HeaderList;
  readonly values: ContextValues;
  readonly timeoutMs: number;
}

/**
 * The context of one call. Headers and the signal are created when first accessed: few handlers use them, and together they
 * cost more time than the rest of a small call.
 */
export class LeanContext implements HandlerContext, ServedCall, RunningCall {
  slot = noSlot;
  readonly method: DescMethodUnary;
  readonly service: DescService;
  readonly requestMethod = 'POST';
  readonly protocolName = 'connect';
  readonly url: string;
  readonly values: ContextValues;

  readonly #headers: HeaderList;
  /** By `performance.now`. */
  readonly #deadline: number;
  #reason: Error | undefined;
  #controller: AbortController | undefined;
  #onDeadline: ((error: Error) => void) | undefined;
  #requestHeader: Headers | undefined;
  #responseHeader: Headers | undefined;
  #responseTrailer: Headers | undefined;

  constructor({ method, url, headers, values, timeoutMs }: LeanContextOptions) {
    this.method = method;
    this.service = method.parent;
    this.url = url;
    this.values = values;
    this.#headers = headers;
    this.#deadline = performance.now() + timeoutMs;
    addRunning(this);
  }

  timeoutMs(): number {
    return this.#deadline - performance.now();
  }

  header(name: string): string | undefined {
    return headerIn(this.#headers, name);
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  get requestHeader(): Headers {
    this.#requestHeader ??= toHeaders(this.#headers);
    return this.#requestHeader;
  }

  get responseHeader(): Headers {
    this.#responseHeader ??= new Headers();
    return this.#responseHeader;
  }

  get responseTrailer(): Headers {
    this.#responseTrailer ??= new Headers();
    return this.#responseTrailer;
  }

  /** Response headers and trailers; undefined if never accessed. */
  get metadata(): Metadata {
    return { header: this.#responseHeader, trailer: this.#responseTrailer };
  }

  /** Settles as `work` does, or rejects at the deadline while `work` is still running. */
  untilDeadline<T>(work: () => T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#onDeadline = reject;
      if (this.#reason !== undefined) return reject(this.#reason);
      Promise.resolve(work()).then(resolve, reject);
    });
  }

  check(now: number): void {
    if (now < this.#deadline) return;
    removeRunning(this);
    const error = deadlineExceeded();
    this.abort(error);
    this.#onDeadline?.(error);
  }

  /** Ends the checks of the deadline and aborts the signal: the call was answered. */
  end(): void {
    removeRunning(this);
    this.abort(ended);
  }

  /** Aborts the signal; later reasons have no effect. The deadline stays for handlers that do not listen to the signal. */
  abort(reason: Error): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#controller?.abort(reason);
  }
}
