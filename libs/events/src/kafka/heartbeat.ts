/**
 * Milliseconds between two calls of kafkajs' `heartbeat()`. It sends a request only if `heartbeatInterval` has passed since the
 * last one, so calls must be more frequent: one that is slightly too early sends nothing.
 */
const callMs = 250;

/**
 * Sends heartbeats while `work` runs, so that the group does not drop a member with a slow handler. The signal aborts when a
 * heartbeat fails: the group is rebalancing or unreachable. `work` should end then; the error is rethrown so that kafkajs
 * joins the group again.
 */
export async function withHeartbeats<T>(
  heartbeat: () => Promise<void>,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  const timer = setInterval(() => void heartbeat().catch((error: unknown) => lost.abort(error)), callMs);
  try {
    const result = await work(lost.signal);
    lost.signal.throwIfAborted();
    return result;
  } finally {
    clearInterval(timer);
  }
}
