/** Milliseconds for all requests of one attempt: less than the gateway waits for its answer (30 s). */
export const attemptMs = 25_000;

/** Milliseconds that an attempt waits for its turn at most: what is left of `attemptMs` is for its requests. */
export const turnMs = 15_000;

/** Milliseconds for all requests of a renewal. */
export const renewalMs = 15_000;

/** Milliseconds in which the save of a renewal is begun again after a failure of the database. */
export const saveMs = 15_000;

/** Milliseconds that a short transaction takes at most, with its waits for a connection and a row lock. */
const transactionMs = 20_000;

/**
 * Milliseconds in which one process alone renews: at least its requests, the repeated saves and the last of them. A lease that ends
 * earlier lets another process use a refresh token that was replaced.
 */
export const renewalLeaseMs = renewalMs + saveMs + transactionMs;
