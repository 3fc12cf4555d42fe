/** Milliseconds for all requests of one attempt: less than the gateway waits for its answer (30 s). */
export const attemptMs = 25_000;

/** Milliseconds for all requests of a renewal. */
export const renewalMs = 15_000;

/** Milliseconds in which one process alone renews: longer than the requests and the save after them. */
export const renewalLeaseMs = 45_000;
