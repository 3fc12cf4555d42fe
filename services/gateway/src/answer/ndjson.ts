import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { constants, createGzip, type Gzip } from 'node:zlib';
import { contentEncodingOf } from '@patchbay/http/content-encoding';
import type { Exchange } from '../request/exchange.ts';
import { createPace, type PaceOptions } from './pace.ts';

/** Parts of an answer, each of whole lines of JSON in UTF-8. */
export type Lines = AsyncIterable<Uint8Array>;

export interface LinesAnswer {
  readonly status: number;
  /** What browsers save the answer as: ASCII without quotes. Undefined: they are not told to save it. */
  readonly fileName?: string | undefined;
}

export interface ClientBounds extends PaceOptions {
  /** Milliseconds without progress on the connection after which it is closed. Default one minute. */
  readonly stallMs?: number;
}

/** The fastest: lines of the trail shrink to 19 % for 6.5 ms of CPU time per megabyte. Level 6 takes 11.5 ms for 17 %. */
const level = constants.Z_BEST_SPEED;

/** Bytes per call of zlib and per write to the connection. */
const chunkSize = 65_536;

/**
 * Compresses what is written to it into `target`, which it ends when it is ended. Each write is flushed, so that a client can decode
 * its lines when they arrive. zlib runs on the thread pool. Whoever does not end the stream has to destroy it, which frees zlib's
 * memory and leaves `target` open.
 */
function gzipTo(target: Writable): Gzip {
  const gzip = createGzip({ level, chunkSize, flush: constants.Z_SYNC_FLUSH });
  gzip.once('error', (error) => target.destroy(error));
  gzip.pipe(target);
  return gzip;
}

function setHeaders(
  exchange: Exchange,
  { status, fileName }: LinesAnswer,
  encoding: 'gzip' | 'identity',
): void {
  const { response } = exchange;
  response.statusCode = status;
  response.setHeader('content-type', 'application/x-ndjson');
  response.appendHeader('vary', 'Accept-Encoding');
  if (encoding !== 'identity') response.setHeader('content-encoding', encoding);
  if (fileName !== undefined) response.setHeader('content-disposition', `attachment; filename="${fileName}"`);
}

/**
 * Streams lines of JSON, compressed where the client accepts it. Headers are sent with the first line: a failure before it can be
 * answered as a problem; after a later one, which is thrown too, the caller has to close the connection. A client that
 * disconnects, takes nothing for `stallMs`, or takes it too slowly (`createPace`), ends the iteration (`return()`).
 */
export async function sendLines(
  exchange: Exchange,
  answer: LinesAnswer,
  lines: Lines,
  { stallMs = 60_000, ...pace }: ClientBounds = {},
): Promise<void> {
  const { request, response, signal } = exchange;
  const source = lines[Symbol.asyncIterator]();
  let body: Writable = response;
  /** Writes the parts and ends the body. Pulls the next part once the body has taken the last one (backpressure). */
  const writeParts = async (first: IteratorResult<Uint8Array>): Promise<void> => {
    const write = createPace(body, () => response.destroy(), { clock: exchange.clock, ...pace });
    for (let next = first; next.done !== true; next = await source.next()) await write(next.value, signal);
    body.end();
  };
  try {
    let first = await source.next();
    while (first.done !== true && first.value.length === 0) first = await source.next();
    const encoding = contentEncodingOf(request, ['gzip', 'identity']);
    setHeaders(exchange, answer, encoding);
    // Restarts with every write that the socket completes, so that it measures stalls, not the duration of the answer.
    response.setTimeout(stallMs, () => response.destroy());
    if (request.method === 'HEAD') response.end();
    else if (encoding === 'identity') await writeParts(first);
    else {
      body = gzipTo(response);
      // zlib compresses on another thread: a failure meanwhile must find the headers sent, as it does without compression.
      response.flushHeaders();
      await writeParts(first);
      await finished(body, { signal });
    }
  } catch (thrown) {
    // After a disconnect this is the cancelation of the calls, not a fault.
    if (!signal.aborted) throw thrown;
  } finally {
    if (body !== response) body.destroy();
    await source.return?.();
  }
}
