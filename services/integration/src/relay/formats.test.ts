import { describe, expect, it } from 'vitest';
import { firstRead } from '../connector/first-read.fixture.ts';
import type { Api, Use } from '../connector/use.ts';
import { createFormats } from './formats.ts';
import { targetOf } from './target.ts';

const base = 'https://api.example/v1';
const api: Api = {
  name: 'ads',
  description: '',
  baseUrl: base,
  refused: [],
  account: () => undefined,
  files: ['GET /files/**'],
};
const use: Use = {
  access: ['read'],
  apis: [api],
  accountNames: { shape: { digits: [5, 10] } },
  listsAccounts: false,
  accountSettings: [],
  firstRead,
};
const bound = createFormats({ ...use, hiddenNames: ['password'] }, api);
const free = createFormats(use, api);
const list = { method: 'GET', path: '/campaigns' };
const file = { method: 'GET', path: '/files/1' };
const noParameters = { parameters: [] };

const acceptOf = (accept?: string): string | undefined => {
  const headers = { prefer: 'x', ...(accept !== undefined && { accept }) };
  try {
    return bound.asked(list, noParameters, headers)['accept'];
  } catch (error) {
    return (error as Error).message.split(':')[0];
  }
};

describe('the format that an api with names to hide is asked for', () => {
  it.each([
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['application/json, text/plain, */*', 'application/json'],
    ['text/html, application/*;q=0.8', 'application/json'],
    ['application/x-protobuf, application/vnd.ads.v3+json; q=0.5', 'application/vnd.ads.v3+json; q=0.5'],
    ['application/json; charset=utf-8', 'application/json; charset=utf-8'],
    ['application/x-protobuf', 'headers'],
    ['text/csv, text/xml', 'headers'],
    ['application/json;q=0', 'headers'],
    ['application/json;charset=utf-16', 'headers'],
    ['application/json;charset="UTF-16LE"', 'headers'],
    ['', 'headers'],
  ])('of the header accept %j %j is sent', (accept, sent) => {
    expect(acceptOf(accept)).toBe(sent);
  });

  it.each([
    'alt=proto',
    '%24alt=proto',
    'ALT=media',
    '$alt=json%3Benum-encoding%3Dint',
    'format=xml',
    'output=csv',
    'accept=text/csv',
    'output_format=csv',
    'responseFormat=XML',
  ])('the query %s is refused', (query) => {
    const target = targetOf(base, 'campaigns', query);
    expect(() => bound.asked(list, target, {})).toThrow(/^query: The parameter \S+ must be json/);
    expect(free.asked(list, target, { accept: 'text/csv' })).toEqual({ accept: 'text/csv' });
    expect(bound.asked(file, target, { accept: 'text/csv' })).toEqual({ accept: 'text/csv' });
  });

  it('JSON may be asked for by name', () => {
    const target = targetOf(base, 'campaigns', 'alt=json&ad_format=feed');
    expect(bound.asked(list, target, {})).toEqual({ accept: 'application/json' });
  });
});

describe('an answer of an api with names to hide', () => {
  const isReadable = (type: string | undefined, text: string | Buffer = '{"a":1}', request = list) =>
    bound.isReadable(
      request,
      { headers: type === undefined ? {} : { 'content-type': type } },
      Buffer.from(text as string),
    );

  it.each(['application/json', 'Application/JSON; charset="UTF-8"', 'application/vnd.x+json', 'text/json'])(
    'an answer of the type %s is readable',
    (type) => {
      expect(isReadable(type)).toBe(true);
    },
  );

  it.each([
    undefined,
    'application/x-protobuf',
    'text/csv',
    'text/html; x=application/json',
    'text/javascript',
    'application/gzip',
    'multipart/mixed; boundary=json',
    'application/json; charset=utf-16',
    'application/json; charset=utf-7',
  ])('an answer of the type %s is not readable, unless it is empty or a file', (type) => {
    expect(isReadable(type)).toBe(false);
    expect(isReadable(type, '')).toBe(true);
    expect(isReadable(type, 'a', file)).toBe(true);
  });

  it('what only says to be JSON is not readable: UTF-16, compressed bytes', () => {
    expect(isReadable('application/json', Buffer.from([0x1f, 0x8b, 0x08]))).toBe(false);
    expect(isReadable('application/json', Buffer.from('{"a":1}', 'utf16le').swap16())).toBe(false);
    expect(isReadable('application/json', Buffer.from('{"a":1}', 'utf16le'))).toBe(false);
    expect(isReadable('application/json', Buffer.from('\ufeff{"a":1}', 'utf16le'))).toBe(false);
  });
});
