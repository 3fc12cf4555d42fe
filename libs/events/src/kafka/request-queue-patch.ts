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

/** A private module of kafkajs, so package.json pins the exact version. */
export const requestQueueClass = createRequire(import.meta.url)(
  'kafkajs/src/network/requestQueue',
) as RequestQueueClass;

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

/**
 * kafkajs reschedules its check for pending requests forever, even with none pending, and then with a negative delay: a
 * timer fires every millisecond, with a warning, while a connection is open. The patch schedules the next check only while
 * requests are pending; a new pending request schedules its own check.
 */
export function patchRequestQueue(): void {
  requestQueueClass.prototype.scheduleCheckPendingRequests = scheduleCheckPendingRequests;
}
