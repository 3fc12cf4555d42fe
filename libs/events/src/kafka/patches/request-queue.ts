/**
 * Read with kafkajs 2.2.4, which package.json pins: this replaces a method of a private module.
 *
 * kafkajs reschedules its check for pending requests forever, even with none pending, and then with a negative delay: a timer
 * fires every millisecond, with a warning of Node, while a connection is open. The patch schedules the next check only while
 * requests are pending; a new pending request schedules its own check.
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

export function patchRequestQueue(
  queueClass = createRequire(import.meta.url)(requestQueueModule) as RequestQueueClass,
): void {
  queueClass.prototype.scheduleCheckPendingRequests = scheduleCheckPendingRequests;
}
