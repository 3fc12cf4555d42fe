import { expect, it } from 'vitest';
import { json, startLoopback } from './loopback.fixture.ts';
import { Patchbay } from './patchbay.ts';

it('a method puts its input into path, query and body, with the credential', async () => {
  await using server = await startLoopback(json({}));
  const client = new Patchbay({
    baseUrl: `${server.url}/`,
    apiKey: 'key',
    headers: { 'user-agent': 'mine' },
  });
  await client.listAuditLogs({ orgSlug: 'a/b ü', limit: 5, action: 'user.updated' });
  await client.updateMe({ body: { name: 'Ada' } });
  const [read, change] = server.requests;
  expect([read?.method, read?.url]).toEqual([
    'GET',
    '/v1/organizations/a%2Fb%20%C3%BC/audit-logs?limit=5&action=user.updated',
  ]);
  expect(read?.headers).toMatchObject({ 'x-api-key': 'key', 'user-agent': 'mine' });
  expect(change).toMatchObject({ method: 'PATCH', url: '/v1/me', body: '{"name":"Ada"}' });
  expect(change?.headers['content-type']).toBe('application/json');
});

it('an answer without a body is undefined', async () => {
  await using server = await startLoopback((response) => response.writeHead(204).end());
  expect(await new Patchbay({ baseUrl: server.url }).signOut()).toBeUndefined();
});

it('a value that would address another operation is refused', async () => {
  const client = new Patchbay({ baseUrl: 'http://127.0.0.1:1' });
  await expect(client.getOrganization({ orgSlug: '' })).rejects.toThrow('orgSlug is missing.');
  await expect(client.getOrganization({ orgSlug: '..' })).rejects.toThrow('orgSlug cannot be ..');
  await expect(client.request('GET', '@elsewhere.example/')).rejects.toThrow('must begin with a slash');
});

it.each(['localhost:3000', '/api', 'https://ada:secret@api.example', ''])(
  'the address %j is refused, and not shown',
  (baseUrl) => {
    expect(() => new Patchbay({ baseUrl })).toThrow(
      /^baseUrl must be an http or https address without a user name\.$/,
    );
  },
);

it('a credential does not follow a redirect', async () => {
  await using elsewhere = await startLoopback(json({}));
  await using server = await startLoopback((response) =>
    response.writeHead(302, { location: elsewhere.url }).end(),
  );
  const client = new Patchbay({ baseUrl: server.url, apiKey: 'key' });
  await expect(client.getMe()).rejects.toThrow('The answer is a redirect, which is not followed');
  expect(elsewhere.requests).toEqual([]);
});

it('an answer that is not JSON says what to check', async () => {
  await using server = await startLoopback((response) => response.end('<html>'));
  await expect(new Patchbay({ baseUrl: server.url }).getMe()).rejects.toThrow(
    'The answer is not JSON. Check `baseUrl`.',
  );
});

it('pages are iterated in order, each asked for when it is needed', async () => {
  const page = (ids: string[], nextCursor: string | null) =>
    json({ auditLogs: ids.map((id) => ({ id })), nextCursor });
  await using server = await startLoopback(page(['1', '2'], 'two'), page([], 'three'), page(['3'], null));
  const client = new Patchbay({ baseUrl: server.url });
  const entries = client.iterate('listAuditLogs', { orgSlug: 'acme', limit: 2 });
  const ids: [id: string, requests: number][] = [];
  for await (const { id } of entries) ids.push([id, server.requests.length]);
  expect(ids).toEqual([
    ['1', 1],
    ['2', 1],
    ['3', 3],
  ]);
  expect(server.requests.map(({ url }) => url?.split('?')[1])).toEqual([
    'limit=2',
    'limit=2&cursor=two',
    'limit=2&cursor=three',
  ]);
});

it('every answer is reported, including answers that are retried', async () => {
  await using server = await startLoopback(json({}, 503), json({}));
  const told: [number, string][] = [];
  const client = new Patchbay({
    baseUrl: server.url,
    onResponse: ({ status }, { method, url }) => told.push([status, `${method} ${url}`]),
  });
  await client.getMe();
  expect(told).toEqual([
    [503, `GET ${server.url}/v1/me`],
    [200, `GET ${server.url}/v1/me`],
  ]);
});

it.each(['again', ''])('pages that do not end are an error where the cursor stays %j', async (nextCursor) => {
  await using server = await startLoopback(json({ auditLogs: [], nextCursor }));
  const entries = new Patchbay({ baseUrl: server.url }).iterate('listAuditLogs', { orgSlug: 'acme' });
  await expect(entries.next()).rejects.toThrow('The list does not end');
  expect(server.requests).toHaveLength(2);
});
