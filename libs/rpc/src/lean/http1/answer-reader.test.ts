import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Code } from '@connectrpc/connect';
import { describe, expect, it } from 'vitest';
import { AnswerReader, type ReadAnswer } from './answer-reader.ts';

/** Reads an answer from pieces of this many bytes. */
function read(text: string, size = text.length, maxBodyBytes = 1_000) {
  const reader = new AnswerReader(maxBodyBytes);
  const bytes = Buffer.from(text, 'latin1');
  let answer: ReadAnswer | undefined;
  for (let at = 0; at < bytes.length; at += size) {
    expect(answer).toBeUndefined();
    answer = reader.push(bytes.subarray(at, at + size));
  }
  return { answer };
}

const bodyOf = (answer: ReadAnswer | undefined) =>
  answer === undefined ? undefined : Buffer.from(answer.body).toString('latin1');

describe('an answer', () => {
  const sizes = [1, 2, 3, 7, 10_000];

  it.each(sizes)('with a length is read from pieces of %i bytes', (size) => {
    const { answer } = read(
      'HTTP/1.1 200 OK\r\nContent-Type:  x/y \r\nContent-Length: 5\r\n\r\nhe\r\no',
      size,
    );
    expect(answer).toMatchObject({
      status: 200,
      headers: ['content-type', 'x/y', 'content-length', '5'],
      keepMs: undefined,
    });
    expect(bodyOf(answer)).toBe('he\r\no');
  });

  it.each(sizes)('in chunks is read from pieces of %i bytes', (size) => {
    const head = 'HTTP/1.1 200 OK\r\ntransfer-encoding: Chunked\r\n\r\n';
    const { answer } = read(`${head}3\r\nab\r\r\nA;x="y"\r\n0123456789\r\n0\r\nx-sum: 1\r\n\r\n`, size);
    expect(bodyOf(answer)).toBe('ab\r0123456789');
  });

  it.each(sizes)('after one that announces it is read from pieces of %i bytes', (size) => {
    const { answer } = read(
      'HTTP/1.1 103 Early\r\nlink: x\r\n\r\nHTTP/1.1 404\r\ncontent-length: 0\r\n\r\n',
      size,
    );
    expect(answer).toMatchObject({ status: 404, headers: ['content-length', '0'] });
  });

  it('of many small pieces takes little more memory than its content', () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const memory = (): number => {
      collectGarbage();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      return heapUsed + arrayBuffers;
    };
    const reader = new AnswerReader(1_000_000);
    reader.push(Buffer.from('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'));
    const before = memory();
    for (let at = 0; at < 200; at += 1) reader.push(Buffer.from(`1\r\n${at % 10}\r\n`.repeat(1_000)));
    expect(memory() - before).toBeLessThan(3_000_000);
    const digits = Array.from({ length: 200 }, (_, at) => String(at % 10).repeat(1_000)).join('');
    expect(bodyOf(reader.push(Buffer.from('0\r\n\r\n')))).toBe(digits);
  });

  it.each([
    ['204', 'HTTP/1.1 204 No Content\r\n\r\n'],
    ['304', 'HTTP/1.1 304 Not Modified\r\ncontent-length: 20\r\n\r\n'],
  ])('with the status %s has no body', (_status, text) => {
    expect(bodyOf(read(text).answer)).toBe('');
  });

  it.each([
    ['', undefined],
    ['keep-alive: timeout=75\r\n', 75_000],
    ['Keep-Alive: max=5, timeout=2\r\n', 2_000],
    ['connection: keep-alive, Close\r\nkeep-alive: timeout=75\r\n', 0],
    ['keep-alive: timeout=75\r\nconnection: close\r\n', 0],
  ])('says with "%s" how long its connection is kept', (header, keepMs) => {
    expect(read(`HTTP/1.1 200 OK\r\n${header}content-length: 0\r\n\r\n`).answer?.keepMs).toBe(keepMs);
    expect(read(`HTTP/1.0 200 OK\r\n${header}content-length: 0\r\n\r\n`).answer?.keepMs).toBe(0);
  });

  it.each([
    ['no HTTP', 'SSH-2.0-OpenSSH\r\n\r\n'],
    ['HTTP/2', 'HTTP/2.0 200 OK\r\n\r\n'],
    ['a status that is none', 'HTTP/1.1 20x OK\r\n\r\n'],
    ['another protocol', 'HTTP/1.1 101 Switching\r\nupgrade: x\r\n\r\n'],
    ['a header without a name', 'HTTP/1.1 200 OK\r\n: x\r\n\r\n'],
    ['a line without a colon', 'HTTP/1.1 200 OK\r\ncontent\r\n\r\n'],
    ['a space before the colon', 'HTTP/1.1 200 OK\r\ncontent-length : 0\r\n\r\n'],
    ['a folded header', 'HTTP/1.1 200 OK\r\nx-a: b\r\n c: d\r\n\r\n'],
    ['half a line break', 'HTTP/1.1 200 OK\r\nx-a: b\ncontent-length: 0\r\n\r\n'],
    ['half a line break in the status line', 'HTTP/1.1 200 OK\nx-a: b\r\ncontent-length: 0\r\n\r\n'],
    ['half a line break before a value', 'HTTP/1.1 200 OK\r\ncontent-length:\n0\r\n\r\n'],
    ['half a line break after a value', 'HTTP/1.1 200 OK\r\ncontent-length: 0\n\r\n\r\n'],
    ['a length that is none', 'HTTP/1.1 200 OK\r\ncontent-length: +5\r\n\r\nhello'],
    ['two lengths in one', 'HTTP/1.1 200 OK\r\ncontent-length: 5, 5\r\n\r\nhello'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello'],
    ['chunks and a length', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n'],
    ['an unknown encoding', 'HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n\r\n'],
    ['neither a length nor chunks', 'HTTP/1.1 200 OK\r\n\r\nhello'],
    ['bytes after its end', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello!'],
    ['a long head', `HTTP/1.1 200 OK\r\nx-a: ${'a'.repeat(20_000)}`],
    ['a long head that ends', `HTTP/1.1 200 OK\r\nx-a: ${'a'.repeat(20_000)}\r\n\r\n`],
    ...['x\r\n', '5\r\nhello!\r\n', '-1\r\n', '123456789\r\n', '0'.repeat(5_000), '0\r\n\r\n!'].map(
      (body) => [
        `the chunks ${body.slice(0, 20)}`,
        `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${body}`,
      ],
    ),
    [
      'trailers without end',
      `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n${'a: b\r\n'.repeat(100)}\r\n`,
    ],
  ])('is refused: %s', (_what, text) => {
    expect(() => read(text)).toThrow('malformed answer');
  });

  it.each([
    'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n',
    'HTTP/1.1 200 OK\r\ncontent-length: 999999999999999\r\n\r\n1',
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\n123456789',
  ])('is refused if it is too large: %j', (text) => {
    expect(() => read(text, text.length, 8)).toThrow(
      expect.objectContaining({ code: Code.ResourceExhausted }),
    );
  });
});
