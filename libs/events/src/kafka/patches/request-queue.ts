/**
 * Read with kafkajs 2.2.4, which package.json pins: this replaces two methods of a private module.
 *
 * kafkajs reschedules its check for pending requests forever, even with none pending, and then with a negative delay: a timer
 * fires every millisecond, with a warning of Node, while a connection is open. The patch schedules the next check only while
 * requests are pending; a new pending request schedules its own check.
 *
 * kafkajs looks every 100 ms for requests that had no answer in time, on each connection of an idle process too. Our requests have seconds, so
 * once a second is often enough.
 */
import { createRequire } from 'node:module';

/** The members of kafkajs' request queue (one per connection) that the patch uses. */
export interface RequestQueue {
  readonly pending: readonly unknown[];
  /** Milliseconds since the epoch; in the past if the broker does not throttle this client. */
  readonly throttledUntil: number;
  throttleCheckTimeoutId: NodeJS.Timeout | null;
  checkPendingRequests(): void;
  scheduleCheckPendingRequests(): void;
  readonly enforceRequestTimeout: boolean;
  /** Milliseconds. */
  readonly requestTimeout: number;
  requestTimeoutIntervalId: NodeJS.Timeout | null;
  readonly inflight: ReadonlyMap<number, RequestInFlight>;
  readonly isConnected: () => boolean;
  scheduleRequestTimeoutCheck(): void;
  /** Ends the check of time limits. */
  destroy(): void;
}

interface RequestInFlight {
  /** Milliseconds since the epoch. */
  readonly sentAt: number;
  readonly requestTimeout: number;
  timeoutRequest(): void;
}

export interface RequestQueueClass {
  new (options: Record<string, unknown>): RequestQueue;
  readonly prototype: RequestQueue;
}

export const requestQueueModule = 'kafkajs/src/network/requestQueue';

/** Delay of the next check while requests are pending without throttling; kafkajs' own value. */
const checkAgainMs = 10;

function scheduleCheckPendingRequests(this: RequestQueue): void {
  if (this.pending.length === 0 || this.throttleCheckTimeoutId !== null) return;
  const throttledMs = this.throttledUntil - Date.now();
  this.throttleCheckTimeoutId = setTimeout(
    () => {
      this.throttleCheckTimeoutId = null;
      this.checkPendingRequests();
    },
    throttledMs > 0 ? throttledMs : checkAgainMs,
  );
}

const timeLimitsMs = 1_000;

function scheduleRequestTimeoutCheck(this: RequestQueue): void {
  if (!this.enforceRequestTimeout) return;
  this.destroy();
  this.requestTimeoutIntervalId = setInterval(
    () => {
      for (const request of this.inflight.values())
        if (Date.now() - request.sentAt > request.requestTimeout) request.timeoutRequest();
      if (!this.isConnected()) this.destroy();
    },
    Math.min(this.requestTimeout, timeLimitsMs),
  );
}

export function patchRequestQueue(
  queueClass = createRequire(import.meta.url)(requestQueueModule) as RequestQueueClass,
): void {
  queueClass.prototype.scheduleCheckPendingRequests = scheduleCheckPendingRequests;
  queueClass.prototype.scheduleRequestTimeoutCheck = scheduleRequestTimeoutCheck;
}
