import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** Lines that are passed on at once. */
const batchSize = 1_000;

/** The lines of a stream in batches, without empty ones. The stream is read as fast as the batches are taken. */
export async function* linesOf(input: Readable): AsyncGenerator<readonly string[]> {
  let batch: string[] = [];
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line !== '') batch.push(line);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The lines of a file; `-` is standard input. */
export const linesOfFile = (path: string): AsyncGenerator<readonly string[]> =>
  linesOf(path === '-' ? process.stdin : createReadStream(path));
