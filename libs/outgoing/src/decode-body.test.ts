import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeBody } from './decode-body.ts';

const text = '{"name":"Müller"}';

describe('a body', () => {
  it.each([
    ['nothing', undefined, Buffer.from(text)],
    ['identity', 'identity', Buffer.from(text)],
    ['gzip', 'gzip', gzipSync(text)],
    ['gzip in capitals', ' GZIP', gzipSync(text)],
    ['x-gzip', 'x-gzip', gzipSync(text)],
    ['deflate', 'deflate', deflateSync(text)],
    ['brotli', 'br', brotliCompressSync(text)],
  ])('is read with the coding %s', async (_, coding, body) => {
    expect(await decodeBody(body, coding, 1_000)).toBe(text);
  });

  it('loses its byte order mark, which no JSON parser takes', async () => {
    expect(await decodeBody(Buffer.from(`\uFEFF${text}`), undefined, 1_000)).toBe(text);
  });

  it('may be empty with any coding', async () => {
    expect(await decodeBody(Buffer.alloc(0), 'gzip', 1_000)).toBe('');
  });

  it('is bounded after it was decompressed', async () => {
    const bomb = gzipSync('0'.repeat(1_000_000));
    expect(bomb.byteLength).toBeLessThan(2_000);
    await expect(decodeBody(bomb, 'gzip', 2_000)).rejects.toMatchObject({ code: 'ERR_BUFFER_TOO_LARGE' });
  });

  it('is refused with an unknown or damaged coding', async () => {
    await expect(decodeBody(Buffer.from(text), 'gzip, br', 1_000)).rejects.toMatchObject({
      code: 'CONTENT_CODING',
    });
    await expect(decodeBody(Buffer.from(text), 'gzip', 1_000)).rejects.toMatchObject({
      code: 'Z_DATA_ERROR',
    });
  });
});
