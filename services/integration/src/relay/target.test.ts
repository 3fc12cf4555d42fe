import { describe, expect, it } from 'vitest';
import { targetOf } from './target.ts';

const base = 'https://api.example/v1';

describe('the address of a relayed request', () => {
  it.each([
    [
      'customers/1/googleAds:search',
      '',
      `${base}/customers/1/googleAds:search`,
      '/customers/1/googleAds:search',
    ],
    [':listPlannableLocations', '', `${base}/:listPlannableLocations`, '/:listPlannableLocations'],
    [':35323/x', '', `${base}/:35323/x`, '/:35323/x'],
    ['', 'a=1', `${base}?a=1`, ''],
    ['reports/', '', `${base}/reports/`, '/reports'],
    ['keywords/%C3%A9t%C3%A9', '', `${base}/keywords/%C3%A9t%C3%A9`, '/keywords/été'],
    [
      'urn%3Ali%3Aorg%3A1',
      'q=(a:List(1))&b=%22',
      `${base}/urn%3Ali%3Aorg%3A1?q=(a:List(1))&b=%22`,
      '/urn:li:org:1',
    ],
  ])('the path %j with the query %j is sent as it came', (path, query, url, decoded) => {
    expect(targetOf(base, path, query)).toMatchObject({ url, path: decoded });
  });

  it('a path that begins with a colon follows the base itself where the api has such paths', () => {
    expect(targetOf(base, ':list', '', { colonAfterBase: true })).toMatchObject({
      url: `${base}:list`,
      path: ':list',
    });
  });

  it.each([
    '../oauth/token',
    'a/../../b',
    'a/./b',
    'a/..',
    '%2e%2e/b',
    'a/%2E%2e/b',
    'a%2fb',
    'a%5cb',
    'a\\b',
    'a//b',
    '/a',
    'a;b',
    'a%3Bb',
    'a%00b',
    'a%0d%0ab',
    'a%252e',
    'a#b',
    'a?b',
    'a b',
    'é',
    'a%zz',
    'a%ff',
    'a"b',
    'a{b}',
    '@evil.example/a%2f',
    '..;/a',
    '%252e%252e/a',
    '.%2e/a',
    'a/...',
    'users./1',
    'users%20/1',
    'http://evil.example',
    '/evil.example',
    '%2f%2fevil.example',
    'a%3fb',
    'a%23b',
    '%c0%ae%c0%ae/a',
    '%e0%80%ae/a',
    '%ef%bc%8e%ef%bc%8e/a',
    '%e2%80%a5/a',
    'a%ef%bc%8fb',
    'a%ef%bc%bcb',
    'a%7fb',
    'a\u0000b',
    'a\r\nb',
  ])('the path %j is refused', (path) => {
    expect(() => targetOf(base, path, '')).toThrow(expect.objectContaining({ code: 'invalid' }));
  });

  it.each([
    ':password@evil.example/a',
    ':password@api.example/a',
    ':8443/a',
    ':443/a',
    ':list',
    '@evil.example/a%2f',
  ])('the path %j is refused behind a base without a path', (path) => {
    for (const host of ['https://api.example', 'https://api.example/'])
      expect(() => targetOf(host, path, '', { colonAfterBase: true })).toThrow(
        expect.objectContaining({ code: 'invalid' }),
      );
  });

  it.each(['a=%zz', 'a=%ff', 'a=b#c', 'a=b c', 'a=%00', 'a=1;method=delete'])(
    'the query %j is refused',
    (query) => {
      expect(() => targetOf(base, 'a', query)).toThrow(expect.objectContaining({ code: 'invalid' }));
    },
  );
});
