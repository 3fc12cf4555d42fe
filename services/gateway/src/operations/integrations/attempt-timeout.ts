/**
 * Milliseconds for calls in which integration sends requests to a provider. Integration ends an attempt after 25 seconds by
 * itself and then answers what became of it.
 */
export const attemptTimeoutMs = 30_000;
