import type { IncomingHttpHeaders } from 'node:http';
import type { DescMethodUnary, DescService } from '@bufbuild/protobuf';
import type { ContextValues, HandlerContext } from '@connectrpc/connect';
import { deadlineExceeded } from '../interceptors/enforce-deadline.ts';
import { rawHeadersKey } from '../interceptors/request-header.ts';
import type { Metadata } from './answer.ts';

/** The abort reason of the signal of a call that was answered. One shared instance: its stack trace holds no information. */
const ended = new Error('the call has ended');

export interface LeanContextOptions {
  readonly method: DescMethodUnary;
  /** The path only: the lean handler does not know scheme and host. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly values: ContextValues;
  readonly timeoutMs: number;
}

/**
 * The context of one call. Headers and the signal are created when first accessed: few handlers use them, and together they
 * cost more time than the rest of a small call.
 */
export class LeanContext implements HandlerContext {
  readonly method: DescMethodUnary;
  readonly service: DescService;
  readonly requestMethod = 'POST';
  readonly protocolName = 'connect';
  readonly url: string;
  readonly values: ContextValues;
  readonly timeoutMs: () => number;

  readonly #headers: IncomingHttpHeaders;
  readonly #timer: NodeJS.Timeout;
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
    this.values = values.set(rawHeadersKey, headers);
    this.#headers = headers;
    const deadline = Date.now() + timeoutMs;
    this.timeoutMs = () => deadline - Date.now();
    this.#timer = setTimeout(() => {
      const error = deadlineExceeded();
      this.abort(error);
      this.#onDeadline?.(error);
    }, timeoutMs);
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  get requestHeader(): Headers {
    this.#requestHeader ??= new Headers(
      Object.entries(this.#headers).flatMap(([name, value]) =>
        value === undefined ? [] : [value].flat().map((item): [string, string] => [name, item]),
      ),
    );
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
      (async () => work())().then(resolve, reject);
    });
  }

  /** Clears the deadline and aborts the signal: the call was answered. */
  end(): void {
    clearTimeout(this.#timer);
    this.abort(ended);
  }

  /** Aborts the signal; later reasons have no effect. The deadline stays for handlers that do not listen to the signal. */
  abort(reason: Error): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#controller?.abort(reason);
  }
}
