import { Code, ConnectError } from '@connectrpc/connect';
import { deadlineExceeded } from '../interceptors/enforce-deadline.ts';

/** The abort reason of the signal of a call that has ended. One shared instance: its stack trace holds no information. */
const ended = new ConnectError('the call has ended', Code.Canceled);

/** Ends an outgoing call before its response: at its deadline, or when its caller's signal aborts. */
export class ClientCall {
  /** Set by the code that waits for the response; called when the call is canceled or its deadline passes. */
  onCancel: ((reason: ConnectError) => void) | undefined;

  readonly #timer: NodeJS.Timeout | undefined;
  readonly #parent: AbortSignal | undefined;
  readonly #onParentAbort = (): void => this.#cancel(ConnectError.from(this.#parent?.reason, Code.Canceled));
  #controller: AbortController | undefined;
  #reason: ConnectError | undefined;

  /** The contract declares NO_SIDE_EFFECTS: the call may be sent a second time, and canceled after it was sent. */
  readonly sideEffectFree: boolean;

  constructor(timeoutMs: number | undefined, parent: AbortSignal | undefined, sideEffectFree = false) {
    this.sideEffectFree = sideEffectFree;
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

  /** Set once the call was canceled or its deadline has passed. */
  get reason(): ConnectError | undefined {
    return this.#reason;
  }

  /** For interceptors; created when first accessed. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  /**
   * Must be called just before the first byte is sent. From then on a call with side effects ignores the abort of its
   * caller and continues until its response or its deadline: if it were aborted, it would be unknown whether it was
   * executed.
   */
  sent(): void {
    if (!this.sideEffectFree) this.#parent?.removeEventListener('abort', this.#onParentAbort);
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
