import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';

const decoders = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

const utf8 = new TextDecoder();

/**
 * The text of a body, without a byte order mark. Requests ask for no compression; a host that compresses all the same is decoded.
 * Rejects if the result exceeds `maxBytes` (`ERR_BUFFER_TOO_LARGE`) or the coding is unknown or damaged.
 */
export async function decodeBody(
  body: Buffer,
  coding: string | undefined,
  maxBytes: number,
): Promise<string> {
  const name = coding?.trim().toLowerCase() ?? '';
  if (name === '' || name === 'identity' || body.length === 0) return utf8.decode(body);
  const decode = decoders.get(name);
  if (decode === undefined)
    throw Object.assign(new Error('unknown content coding'), { code: 'CONTENT_CODING' });
  return utf8.decode(await decode(body, { maxOutputLength: maxBytes }));
}
