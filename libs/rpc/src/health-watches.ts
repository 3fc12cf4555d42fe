import { setTimeout as sleep } from 'node:timers/promises';
import { Code, ConnectError } from '@connectrpc/connect';
import type { HealthCheckResponse_ServingStatus as Status } from '@patchbay/contracts/grpc/health/v1/health';

export interface HealthWatchesOptions {
  readonly status: () => Promise<Status>;
  /** Aborted when the server begins to drain: watches get one more status and end. */
  readonly draining: AbortSignal;
  /** Milliseconds between two checks. */
  readonly intervalMs: number;
  /** The number of watches at the same time; a further one is refused as `resource_exhausted`. */
  readonly max: number;
}

/**
 * The watches of the health. One loop checks the status for all of them, and runs while there is one: they need no token, so
 * their number must not decide how much work the process does.
 */
export class HealthWatches {
  readonly #options: HealthWatchesOptions;
  readonly #wakeUps = new Set<() => void>();
  #open = 0;
  #running = false;
  /** Undefined until the loop has checked it for the first time. */
  #current: Status | undefined;
  /** Whether `#current` was checked after draining began. */
  #isLast = false;

  constructor(options: HealthWatchesOptions) {
    this.#options = options;
  }

  /** The status, and then each other one that follows, until `signal` aborts or the server drains. */
  async *watch(signal: AbortSignal): AsyncGenerator<Status> {
    let lastSent: Status | undefined;
    this.#enter();
    try {
      while (!signal.aborted) {
        const [current, isLast] = [this.#current, this.#isLast];
        if (current !== undefined && current !== lastSent) yield (lastSent = current);
        else if (isLast) return;
        else await this.#change(signal);
      }
    } finally {
      this.#open -= 1;
    }
  }

  #enter(): void {
    if (this.#open >= this.#options.max) {
      throw new ConnectError(`at most ${this.#options.max} watches at a time`, Code.ResourceExhausted);
    }
    this.#open += 1;
    if (!this.#running) void this.#run();
  }

  async #run(): Promise<void> {
    const { status, draining, intervalMs } = this.#options;
    this.#running = true;
    while (this.#open > 0 && !this.#isLast) {
      const isLast = draining.aborted;
      const before = this.#current;
      this.#current = await status();
      this.#isLast = isLast;
      if (isLast || this.#current !== before) this.#wakeUp();
      if (!isLast) await sleep(intervalMs, undefined, { signal: draining }).catch(() => {});
    }
    this.#running = false;
    if (!this.#isLast) this.#current = undefined;
  }

  #wakeUp(): void {
    const waiting = [...this.#wakeUps];
    this.#wakeUps.clear();
    for (const wakeUp of waiting) wakeUp();
  }

  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wakeUp = (): void => {
        signal.removeEventListener('abort', wakeUp);
        this.#wakeUps.delete(wakeUp);
        resolve();
      };
      this.#wakeUps.add(wakeUp);
      signal.addEventListener('abort', wakeUp);
    });
  }
}
