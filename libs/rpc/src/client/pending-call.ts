import type { ConnectError } from '@connectrpc/connect';
import { type Clock, systemClock, type Timer } from '@patchbay/runtime/clock';
import { abortReason, deadlineExceeded } from '../errors.ts';

/** An outgoing call that waits for its answer. Ends before it at its deadline, or when its caller's signal aborts. */
export class PendingCall {
  /** Set by the code that waits for the answer; called once, when the call ends before it. */
  onCancel: ((reason: ConnectError) => void) | undefined;
  /** The call may be sent a second time, and canceled after it was sent. */
  readonly sideEffectFree: boolean;

  readonly #parent: AbortSignal | undefined;
  readonly #timer: Timer | undefined;
  readonly #onParentAbort = (): void => {
    if (this.#parent !== undefined) this.#cancel(abortReason(this.#parent));
  };
  #reason: ConnectError | undefined;

  constructor(
    timeoutMs: number | undefined,
    parent: AbortSignal | undefined,
    sideEffectFree: boolean,
    clock: Pick<Clock, 'after'> = systemClock,
  ) {
    this.sideEffectFree = sideEffectFree;
    this.#parent = parent;
    if (parent?.aborted === true) {
      this.#reason = abortReason(parent);
      return;
    }
    parent?.addEventListener('abort', this.#onParentAbort);
    if (timeoutMs !== undefined) this.#timer = clock.after(timeoutMs, () => this.#cancel(deadlineExceeded()));
  }

  /** Set once the call was canceled or its deadline has passed. */
  get reason(): ConnectError | undefined {
    return this.#reason;
  }

  /**
   * Must be called just before the first byte is sent. From then on a call with side effects ignores the abort of its
   * caller and continues until its answer or its deadline: if it were aborted, it would be unknown whether it was
   * executed.
   */
  sent(): void {
    if (!this.sideEffectFree) this.#parent?.removeEventListener('abort', this.#onParentAbort);
  }

  /** The call was answered, or has failed. */
  end(): void {
    this.#timer?.cancel();
    this.#parent?.removeEventListener('abort', this.#onParentAbort);
  }

  #cancel(reason: ConnectError): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.end();
    this.onCancel?.(reason);
  }
}
