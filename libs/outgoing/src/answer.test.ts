import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeBody, retryAfterMs } from './answer.ts';

const now = new Date('Sun, 15 Nov 2026 12:00:00 GMT');
const parsed = (value: string) => retryAfterMs({ headers: { 'retry-after': value } }, now);

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    ['120', 120_000],
    ['1.5', 1_500],
    ['Sun, 15 Nov 2026 12:01:30 GMT', 90_000],
    ['Sunday, 15-Nov-26 12:01:30 GMT', 90_000],
    ['Sun, 15 Nov 2026 11:00:00 GMT', 0],
    ['86401', 86_400_000],
    ['9'.repeat(400), 86_400_000],
  ])('a Retry-After of %s is %d ms', (value, ms) => {
    expect(parsed(value)).toBe(ms);
  });

  it.each(['', '-1', 'soon', '5 minutes', '2026-11-15', 'Sun, 99 Foo 2026 12:00:00 GMT'])(
    'a Retry-After of "%s" is ignored',
    (value) => {
      expect(parsed(value)).toBeUndefined();
    },
  );

  it('an answer without Retry-After has no wait', () => {
    expect(retryAfterMs({ headers: {} })).toBeUndefined();
  });
});

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
  ])('a body with the coding %s is decoded', async (_, coding, body) => {
    expect(await decodeBody(body, coding, 1_000)).toBe(text);
  });

  it('the byte order mark of a body is removed', async () => {
    expect(await decodeBody(Buffer.from(`\uFEFF${text}`), undefined, 1_000)).toBe(text);
  });

  it('an empty body is decoded with any coding', async () => {
    expect(await decodeBody(Buffer.alloc(0), 'gzip', 1_000)).toBe('');
  });

  it('the bound of a body applies after decompression', async () => {
    const bomb = gzipSync('0'.repeat(1_000_000));
    expect(bomb.byteLength).toBeLessThan(2_000);
    await expect(decodeBody(bomb, 'gzip', 2_000)).rejects.toMatchObject({ code: 'ERR_BUFFER_TOO_LARGE' });
  });

  it('a body with an unknown or damaged coding is refused', async () => {
    await expect(decodeBody(Buffer.from(text), 'gzip, br', 1_000)).rejects.toMatchObject({
      code: 'CONTENT_CODING',
    });
    await expect(decodeBody(Buffer.from(text), 'gzip', 1_000)).rejects.toMatchObject({
      code: 'Z_DATA_ERROR',
    });
  });
});
