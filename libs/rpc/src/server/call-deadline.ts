import { Code, ConnectError } from '@connectrpc/connect';
import { type Clock, systemClock, type Timer } from '@patchbay/runtime/clock';
import { abortReason, deadlineExceeded } from '../errors.ts';

/** The abort reason of the signal of a call that was answered. One shared instance: its stack trace holds no information. */
const answered = new Error('the call has ended');

/** The time that a served unary call has, and the signal of its handler. */
export class CallDeadline {
  /** Created on first access: few handlers use the signal. */
  #controller: AbortController | undefined;
  #aborted: { readonly reason: unknown } | undefined;
  readonly #endsAt: number;
  readonly #clock: Clock;
  readonly #timer: Timer;
  #rejectRun: ((reason: unknown) => void) | undefined;

  constructor(timeoutMs: number, clock = systemClock) {
    this.#clock = clock;
    this.#endsAt = clock.uptime() + timeoutMs;
    this.#timer = clock.after(timeoutMs, () => this.#expire());
  }

  /** Aborted at the deadline, when the caller leaves, and after the answer. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#aborted !== undefined) this.#controller.abort(this.#aborted.reason);
    }
    return this.#controller.signal;
  }

  /** Milliseconds until the deadline. */
  left(): number {
    return this.#endsAt - this.#clock.uptime();
  }

  /** Settles as `work` does, or rejects at the deadline while `work` is still running. */
  run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#aborted !== undefined) return Promise.reject(abortReason(this.signal));
    return new Promise((resolve, reject) => {
      this.#rejectRun = reject;
      work().then(resolve, reject);
    });
  }

  /**
   * Aborts the signal. A handler that ignores it goes on until the deadline if the caller has left; for any other reason `run`
   * rejects at once.
   */
  abort(reason: unknown): void {
    if (this.#aborted !== undefined) return;
    this.#abortSignal(reason);
    if (ConnectError.from(reason, Code.Canceled).code !== Code.Canceled) this.#rejectRun?.(reason);
  }

  /** The call was answered. */
  end(): void {
    this.#timer.cancel();
    this.#rejectRun = undefined;
    if (this.#aborted === undefined) this.#abortSignal(answered);
  }

  #abortSignal(reason: unknown): void {
    this.#aborted = { reason };
    this.#controller?.abort(reason);
  }

  #expire(): void {
    this.abort(deadlineExceeded());
    this.#rejectRun?.(this.#aborted?.reason);
  }
}
