import { Code, ConnectError } from '@connectrpc/connect';
import { deadlineExceeded } from '../interceptors/enforce-deadline.ts';
import { addRunning, noSlot, type RunningCall, removeRunning } from './running-calls.ts';

/** Ends an outgoing call before its response: at its deadline, or when its caller's signal aborts. */
export class ClientCall implements RunningCall {
  slot = noSlot;
  /** Set by the code that waits for the response; called when the call is canceled or its deadline passes. */
  onCancel: ((reason: ConnectError) => void) | undefined;
  /** The contract declares NO_SIDE_EFFECTS: the call may be sent a second time, and canceled after it was sent. */
  readonly sideEffectFree: boolean;

  /** By `performance.now`. */
  readonly #deadline: number;
  #parent: AbortSignal | undefined;
  #reason: ConnectError | undefined;

  constructor(timeoutMs: number | undefined, parent: AbortSignal | undefined, sideEffectFree = false) {
    this.sideEffectFree = sideEffectFree;
    this.#deadline = timeoutMs === undefined ? Number.POSITIVE_INFINITY : performance.now() + timeoutMs;
    this.#parent = parent;
    if (parent?.aborted === true) this.#reason = ConnectError.from(parent.reason, Code.Canceled);
    else if (timeoutMs !== undefined || parent !== undefined) addRunning(this);
  }

  /** Set once the call was canceled or its deadline has passed. */
  get reason(): ConnectError | undefined {
    return this.#reason;
  }

  /**
   * Must be called just before the first byte is sent. From then on a call with side effects ignores the abort of its
   * caller and continues until its response or its deadline: if it were aborted, it would be unknown whether it was
   * executed.
   */
  sent(): void {
    if (!this.sideEffectFree) this.#parent = undefined;
  }

  check(now: number): void {
    if (now >= this.#deadline) this.#cancel(deadlineExceeded());
    else if (this.#parent?.aborted === true) {
      this.#cancel(ConnectError.from(this.#parent.reason, Code.Canceled));
    }
  }

  end(): void {
    removeRunning(this);
  }

  #cancel(reason: ConnectError): void {
    removeRunning(this);
    this.#reason = reason;
    this.onCancel?.(reason);
  }
}
