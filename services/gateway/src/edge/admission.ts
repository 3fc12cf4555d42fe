/**
 * Milliseconds by which timers are late at most while the process keeps up. 128 requests of half a millisecond that become ready at
 * the same moment make one turn of the event loop this long.
 */
const lateAfterMs = 60;

/**
 * Every sample of this many milliseconds has to be late, and at least three of them, until requests are refused: garbage collection
 * and a burst delay one or two turns and then no more.
 */
const patienceMs = 250;
const patienceSamples = 3;

/** Milliseconds between two changes of the limit. Answers that were admitted before a change need about as long. */
const stepMs = 100;

/** Factor by which each step lowers the limit while the event loop is late. */
const lowering = 0.8;

/** What each step adds to the limit while the event loop is in time, and requests are as many as it allows or nearly. */
const raising = 8;

/** Factor by which each step raises the limit instead while at most half as many run: then it refuses nobody, and may rise fast. */
const raisingWhenIdle = 1.25;

/**
 * The limit is never lowered further, however late the event loop is: with so few requests it is not their number that delays it,
 * but for example other processes on the machine. Streamed answers are not among them: they have a bound of their own.
 */
const lowestLimit = 64;

/**
 * Decides whether a further request is taken: as long as fewer run than the limit. The limit is `maxRunning`, which bounds memory where
 * services are slow and the event loop is idle. While the event loop is late and more than `lowestLimit` requests run, the limit is
 * lowered step by step to what the process keeps up with; it is raised again when the event loop is in time.
 */
export class Admission {
  readonly #highest: number;
  #limit: number;
  #running = 0;
  #delayMs = 0;
  /** When the first of the late samples without one in time between them was taken; undefined after one in time. */
  #lateSince: number | undefined;
  #lateSamples = 0;
  #changedAt = 0;

  constructor(maxRunning: number) {
    this.#highest = maxRunning;
    this.#limit = maxRunning;
  }

  get running(): number {
    return this.#running;
  }

  get limit(): number {
    return this.#limit;
  }

  /** Of the last sample. */
  get delayMs(): number {
    return this.#delayMs;
  }

  /** Whether further requests have to be refused. */
  get isFull(): boolean {
    return this.#running >= this.#limit;
  }

  /** Whether nothing runs and nothing lowers the limit. */
  get isAtRest(): boolean {
    return this.#running === 0 && this.#limit === this.#highest;
  }

  enter(): void {
    this.#running += 1;
  }

  leave(): void {
    this.#running -= 1;
  }

  /** Takes a sample of the event loop's delay, in milliseconds, at a time of a monotonic clock. */
  sample(delayMs: number, now: number): void {
    this.#delayMs = delayMs;
    const isLate = delayMs > lateAfterMs;
    if (!isLate) this.#lateSince = undefined;
    else if (this.#lateSince === undefined) {
      this.#lateSince = now;
      this.#lateSamples = 1;
    } else this.#lateSamples += 1;
    if (now - this.#changedAt < stepMs) return;
    if (!isLate) this.#set(this.#raised(), now);
    else if (
      this.#running > lowestLimit &&
      this.#lateSamples >= patienceSamples &&
      now - (this.#lateSince ?? now) >= patienceMs
    ) {
      // From what runs, where that is less: a limit above it refuses nothing.
      this.#set(Math.floor(Math.min(this.#limit, this.#running) * lowering), now);
    }
  }

  #raised(): number {
    const isIdle = this.#running <= this.#limit / 2;
    return isIdle ? Math.ceil(this.#limit * raisingWhenIdle) : this.#limit + raising;
  }

  #set(limit: number, now: number): void {
    const lowest = Math.min(lowestLimit, this.#highest);
    this.#limit = Math.min(this.#highest, Math.max(lowest, limit));
    this.#changedAt = now;
  }
}
