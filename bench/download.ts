import { createGunzip } from 'node:zlib';
import { request } from 'undici';
import type { Headers } from './session.ts';

export interface Downloaded {
  /** Milliseconds until the first byte of the body. */
  readonly firstMs: number;
  /** As sent: compressed with gzip. */
  readonly bytes: number;
  readonly lines: number;
}

const newline = 0x0a;

function linesIn(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) lines += 1;
  return lines;
}

/** Reads an answer to its end and counts its lines, without keeping it. Throws unless it has the encoding that is asked for. */
export async function download(
  url: string,
  headers: Headers,
  encoding: 'identity' | 'gzip',
): Promise<Downloaded> {
  const began = performance.now();
  const answer = await request(url, { headers: { ...headers, 'accept-encoding': encoding } });
  const { statusCode, body } = answer;
  if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${await body.text()}`);
  const got = answer.headers['content-encoding'] ?? 'identity';
  if (got !== encoding) throw new Error(`${url} was asked for ${encoding} and answered ${String(got)}`);
  let [firstMs, bytes, lines] = [Number.NaN, 0, 0];
  body.on('data', (chunk: Buffer) => {
    if (bytes === 0) firstMs = performance.now() - began;
    bytes += chunk.byteLength;
  });
  const plain: AsyncIterable<Buffer> = encoding === 'gzip' ? body.pipe(createGunzip()) : body;
  for await (const chunk of plain) lines += linesIn(chunk);
  return { firstMs, bytes, lines };
}
