import { once } from 'node:events';
import type { Exchange } from './exchange.ts';

/** Parts of an answer, each of whole lines of JSON in UTF-8. */
export type Lines = AsyncIterable<Uint8Array>;

/** Milliseconds without progress on the connection after which it is closed. */
const defaultStallMs = 60_000;

/**
 * Streams lines of JSON. Headers are sent with the first line: a failure before it can be answered as a problem; after a
 * later one, which is thrown too, the caller has to close the connection. The next batch is pulled once the connection has
 * taken the last one (backpressure). A client that disconnects, or takes nothing for `stallMs`, ends the iteration
 * (`return()`).
 */
export async function sendLines(
  { request, response, signal }: Exchange,
  status: number,
  lines: Lines,
  stallMs = defaultStallMs,
): Promise<void> {
  const source = lines[Symbol.asyncIterator]();
  try {
    let next = await source.next();
    while (next.done !== true && next.value.length === 0) next = await source.next();
    response.statusCode = status;
    response.setHeader('content-type', 'application/x-ndjson');
    // Restarts with every write that the socket completes, so that it measures stalls, not the duration of the answer.
    response.setTimeout(stallMs, () => response.destroy());
    while (next.done !== true && request.method !== 'HEAD') {
      if (!response.write(next.value)) await once(response, 'drain', { signal });
      next = await source.next();
    }
    response.end();
  } catch (thrown) {
    // After a disconnect this is the cancelation of the calls, not a fault.
    if (!signal.aborted) throw thrown;
  } finally {
    await source.return?.();
  }
}
