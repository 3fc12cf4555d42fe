/** How often kafkajs is offered to send one; it sends one every three seconds. */
const offerMs = 1_000;

/**
 * Keeps a member in its group while it works, however long that takes. The signal aborts when the group has taken its
 * partitions away or cannot be reached; then `work` should end soon, and the reason is thrown so that kafkajs joins again.
 */
export async function whileBeating<T>(
  heartbeat: () => Promise<void>,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  const timer = setInterval(() => void heartbeat().catch((error: unknown) => lost.abort(error)), offerMs);
  try {
    const result = await work(lost.signal);
    lost.signal.throwIfAborted();
    return result;
  } finally {
    clearInterval(timer);
  }
}
