import { describe, expect, it } from 'vitest';
import { parseCallHead } from './call-head.ts';

const line = 'POST /patchbay.identity.v1.IdentityService/Authenticate HTTP/1.1';
const plain = ['host: identity', 'content-type: application/proto', 'content-length: 5'];
const headOf = (headers: readonly string[], first = line): string => [first, ...headers].join('\r\n');

describe('the head of a plain call', () => {
  it('is read with its names in lower case and its values without outer space', () => {
    expect(parseCallHead(headOf([...plain, 'Connection: Keep-Alive', 'X-A:\t b c \t', 'x-empty:']))).toEqual({
      path: '/patchbay.identity.v1.IdentityService/Authenticate',
      length: 5,
      headers: [
        'host',
        'identity',
        'content-type',
        'application/proto',
        'content-length',
        '5',
        'connection',
        'Keep-Alive',
        'x-a',
        'b c',
        'x-empty',
        '',
      ],
    });
  });

  it('has up to 32 headers', () => {
    const more = (count: number) => Array.from({ length: count }, (_, index) => `x-${index}: a`);
    expect(parseCallHead(headOf([...plain, ...more(29)]))).toBeDefined();
    expect(parseCallHead(headOf([...plain, ...more(30)]))).toBeUndefined();
  });

  it.each([
    ['another method', headOf(plain, line.replace('POST', 'PUT'))],
    ['a lower-case method', headOf(plain, line.replace('POST', 'post'))],
    ['HTTP/1.0', headOf(plain, line.replace('1.1', '1.0'))],
    ['a query', headOf(plain, line.replace(' HTTP', '?a=b HTTP'))],
    ['a whole URL', headOf(plain, line.replace(' /', ' http://identity/'))],
    ['two spaces', headOf(plain, line.replace(' HTTP', '  HTTP'))],
    ['a line before it', `\r\n${headOf(plain)}`],
    ['no host', headOf(plain.slice(1))],
    ['no type', headOf([plain[0] ?? '', plain[2] ?? ''])],
    ['another type', headOf([...plain.toSpliced(1, 1), 'content-type: application/json'])],
    ['no length', headOf(plain.slice(0, 2))],
    ['a length that is no number', headOf(plain.with(2, 'content-length: +5'))],
    ['a length with a space that is not of HTTP', headOf(plain.with(2, 'content-length: \xa05'))],
    ['two lengths', headOf([...plain, 'Content-Length: 5'])],
    ['a header twice', headOf([...plain, 'x-a: 1', 'X-A: 2'])],
    ['chunks', headOf([...plain, 'transfer-encoding: chunked'])],
    ['a compressed body', headOf([...plain, 'content-encoding: gzip'])],
    ['a question before the body', headOf([...plain, 'expect: 100-continue'])],
    ['another protocol', headOf([...plain, 'upgrade: h2c'])],
    ['the end of the connection', headOf([...plain, 'connection: close'])],
    ['a header without a colon', headOf([...plain, 'x-a'])],
    ['a header without a name', headOf([...plain, ': a'])],
    ['a space before the colon', headOf([...plain, 'x-a : b'])],
    ['a header over two lines', headOf([...plain, 'x-a: b', ' c'])],
    ['half a line end', headOf([...plain, 'x-a: b\nx-c: d'])],
    ['the other half', headOf([...plain, 'x-a: b\rx-c: d'])],
    ['a zero byte', headOf([...plain, 'x-a: b\0'])],
  ])('has not %s', (_what, text) => {
    expect(parseCallHead(text)).toBeUndefined();
  });
});
