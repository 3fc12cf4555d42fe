import { Code, ConnectError } from '@connectrpc/connect';
import { deadlineExceeded } from '../interceptors/enforce-deadline.ts';

/** Why the signal of a call that came back is aborted. One for all: a stack trace would say nothing. */
const ended = new ConnectError('the call has ended', Code.Canceled);

/** The ways in which an outgoing call ends before its answer: its deadline and its caller. */
export class ClientCall {
  /** Whoever waits for the answer sets this to be told that nobody wants it any more. */
  onCancel: ((reason: ConnectError) => void) | undefined;

  readonly #timer: NodeJS.Timeout | undefined;
  readonly #parent: AbortSignal | undefined;
  readonly #onParentAbort = (): void => this.#cancel(ConnectError.from(this.#parent?.reason, Code.Canceled));
  #controller: AbortController | undefined;
  #reason: ConnectError | undefined;

  /** Whether it may be sent a second time, or be given up, where it is not known whether it was done: it has no side effects. */
  readonly repeatable: boolean;

  constructor(timeoutMs: number | undefined, parent: AbortSignal | undefined, repeatable = false) {
    this.repeatable = repeatable;
    this.#parent = parent;
    if (parent?.aborted === true) {
      this.#onParentAbort();
      return;
    }
    parent?.addEventListener('abort', this.#onParentAbort);
    if (timeoutMs !== undefined) {
      this.#timer = setTimeout(() => this.#cancel(deadlineExceeded()), timeoutMs);
    }
  }

  /** Set once the call is over for one of these reasons. */
  get reason(): ConnectError | undefined {
    return this.#reason;
  }

  /** For interceptors; made when one asks. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  /**
   * To be called when the first byte is about to leave. From then on a call with side effects goes on to its answer or its deadline,
   * though its caller may have gone: aborted halfway, nobody would know whether it was done.
   */
  sent(): void {
    if (!this.repeatable) this.#parent?.removeEventListener('abort', this.#onParentAbort);
  }

  end(): void {
    this.#release();
    this.#controller?.abort(ended);
  }

  #cancel(reason: ConnectError): void {
    this.#release();
    this.#reason = reason;
    this.#controller?.abort(reason);
    this.onCancel?.(reason);
  }

  #release(): void {
    clearTimeout(this.#timer);
    this.#parent?.removeEventListener('abort', this.#onParentAbort);
  }
}
