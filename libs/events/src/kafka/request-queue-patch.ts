import { createRequire } from 'node:module';

/** The part of kafkajs' request queue, one per connection, that the patch touches. */
export interface RequestQueue {
  readonly pending: readonly unknown[];
  /** Milliseconds since the epoch; the past where the broker does not throttle us. */
  readonly throttledUntil: number;
  throttleCheckTimeoutId: NodeJS.Timeout | null;
  checkPendingRequests(): void;
  scheduleCheckPendingRequests(): void;
}

export interface RequestQueueClass {
  new (options: Record<string, unknown>): RequestQueue;
  readonly prototype: RequestQueue;
}

/** Not part of the interface of kafkajs, which is why its version is exact. */
export const requestQueueClass = createRequire(import.meta.url)(
  'kafkajs/src/network/requestQueue',
) as RequestQueueClass;

/** How soon to look again where requests wait for others to be answered; kafkajs' own value. */
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
 * kafkajs looks for waiting requests again and again, also where none wait: with a delay that lies in the past, so once
 * a millisecond and with a warning about it, for as long as a connection is open. Patched, it looks again only while
 * there is something to look for; whatever is added later asks for it itself.
 */
export function patchRequestQueue(): void {
  requestQueueClass.prototype.scheduleCheckPendingRequests = scheduleCheckPendingRequests;
}
