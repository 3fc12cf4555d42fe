import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import type { Io } from '../terminal/io.ts';
import { requestOf } from './request-input.ts';

const withInput = (input = ''): Io =>
  ({
    stdin: Readable.from([Buffer.from(input)]),
    signal: new AbortController().signal,
  }) as unknown as Io;
const bodyOf = async (field: string[], rawField: string[] = []): Promise<unknown> => {
  const { init } = await requestOf(withInput('from stdin'), 'post', '/v1/x', {
    field,
    'raw-field': rawField,
  });
  return JSON.parse(init.body as string);
};

it('fields become JSON values, and raw fields stay texts', async () => {
  expect(await bodyOf(['a=1', 'b=true', 'c=null', 'd=1.50', 'e=x=y', 'f=@-'], ['g=1', 'h=@-'])).toEqual({
    a: 1,
    b: true,
    c: null,
    d: '1.50',
    e: 'x=y',
    f: 'from stdin',
    g: '1',
    h: '@-',
  });
});

it('a whole number that JavaScript cannot hold stays a text', async () => {
  expect(await bodyOf(['id=12345678901234567890'])).toEqual({ id: '12345678901234567890' });
});

it('names with brackets make objects and lists', async () => {
  expect(await bodyOf(['settings[id]=1', 'settings[deep][er]=x', 'list[]=a', 'list[]=2'])).toEqual({
    settings: { id: 1, deep: { er: 'x' } },
    list: ['a', 2],
  });
});

it.each([[['a']], [['=1']], [['a[=1']], [['a=1', 'a[b]=2']], [['a[b]=1', 'a[]=2']], [['a[__proto__][b]=1']]])(
  'the fields %o are refused',
  async (fields) => {
    await expect(bodyOf(fields)).rejects.toMatchObject({ exitCode: 2 });
  },
);

it('fields of a GET are its query', async () => {
  const { path, init } = await requestOf(withInput(), 'get', '/v1/x?a=1', { field: ['b=2', 'c=x y'] });
  expect({ path, body: init.body }).toEqual({ path: '/v1/x?a=1&b=2&c=x+y', body: undefined });
});

it('with a body of its own, fields are the query', async () => {
  const { path, init } = await requestOf(withInput('{}'), 'PUT', '/v1/x', { field: ['b=2'], input: '-' });
  expect({ path, body: Buffer.from(init.body as Uint8Array).toString() }).toEqual({
    path: '/v1/x?b=2',
    body: '{}',
  });
});

it('headers are sent, and JSON is the default type of a body', async () => {
  const { init } = await requestOf(withInput(), 'POST', '/v1/x', {
    field: ['a=1'],
    header: ['Prefer: a: b'],
  });
  expect(Object.fromEntries(init.headers as Headers)).toEqual({
    prefer: 'a: b',
    'content-type': 'application/json',
  });
});

it.each(['Authorization: Bearer s3cr3t', 'X-Api-Key: s3cr3t', 'cookie: s3cr3t'])(
  'a credential in a header is refused: %s',
  async (header) => {
    await expect(requestOf(withInput(), 'GET', '/v1/x', { header: [header] })).rejects.toThrow(
      /is not taken from the command line\.$/,
    );
  },
);

it.each([
  ['FETCH', {}],
  ['/v1/me', {}],
  ['GET', { input: '-' }],
  ['POST', { input: '/does/not/exist' }],
])('%s with %o is refused', async (method, flags) => {
  await expect(requestOf(withInput(), method, '/v1/x', flags)).rejects.toMatchObject({ exitCode: 2 });
});
