import { once } from 'node:events';
import type { Exchange } from './exchange.ts';

/** The lines of an answer, as many together as are there. */
export type Lines = AsyncIterable<readonly unknown[]>;

/** Milliseconds in which a client has to take something of what was sent to it. */
const defaultStallMs = 60_000;

const textOf = (lines: readonly unknown[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');

/**
 * Sends lines of JSON as they come. Nothing is sent before the first is there, so that a failure until then is answered as any
 * other; one that comes later is thrown, and the connection has to be closed. The next lines are asked for when the client has
 * taken those before. A client that leaves, or takes nothing for too long, ends the iteration of the lines.
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
    // Node counts from the last byte that the connection has taken.
    response.setTimeout(stallMs, () => response.destroy());
    while (next.done !== true && request.method !== 'HEAD') {
      if (!response.write(textOf(next.value))) await once(response, 'drain', { signal });
      next = await source.next();
    }
    response.end();
  } catch (thrown) {
    // What is thrown once the client has left is that its calls were canceled.
    if (!signal.aborted) throw thrown;
  } finally {
    await source.return?.();
  }
}
