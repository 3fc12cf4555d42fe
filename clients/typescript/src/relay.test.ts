import { getEventListeners, once } from 'node:events';
import { expect, it } from 'vitest';
import { type Answer, drop, json, startLoopback } from './loopback.fixture.ts';
import { Patchbay } from './patchbay.ts';

const ids = { orgSlug: 'acme', workspaceSlug: 'spring', id: '0199c1f5' };
const integrationPath = '/v1/organizations/acme/workspaces/spring/integrations/0199c1f5';
const apis = [
  { name: 'root', baseUrl: 'https://ads.example' },
  { name: 'ads', baseUrl: 'https://ads.example/v4' },
  { name: 'reports', baseUrl: 'https://reports.example/v2/' },
];

/** Answers for the integration and its provider, and what `relayed` answers for the rest. */
const gateway = (relayed: Answer) =>
  startLoopback((response, request) => {
    if (request.url === integrationPath) return json({ provider: 'example' })(response, request);
    if (request.url === '/v1/integrations/providers/example') return json({ apis })(response, request);
    return relayed(response, request);
  });

type Server = Awaited<ReturnType<typeof gateway>>;
const relayOf = ({ url }: Server) => new Patchbay({ baseUrl: url, apiKey: 'our-key' }).integration(ids).fetch;
const relayedBy = ({ requests }: Server) =>
  requests.flatMap(({ method, url = '' }) => {
    const [, path] = url.split(`${integrationPath}/relay/`);
    return path === undefined ? [] : [`${method} ${path}`];
  });

it.each([
  ['ads/customers/1/ads:search?a=b%20c&a=d+e', 'ads/customers/1/ads:search?a=b%20c&a=d+e'],
  ['/ads/a%2Fb/c', 'ads/a%2Fb/c'],
  ['https://ads.example/v4/customers/1?q=%C3%BC#part', 'ads/customers/1?q=%C3%BC'],
  ['https://ads.example/v4:list', 'ads/:list'],
  ['https://ads.example/v4?x=1', 'ads/?x=1'],
  ['https://ads.example/v40/customers', 'root/v40/customers'],
  ['https://ADS.example:443/v3/customers', 'root/v3/customers'],
  ['https://reports.example/v2/a/b', 'reports/a/b'],
])('fetch of %s asks the relay for %s', async (input, path) => {
  await using server = await gateway(json({ ok: true }));
  const fetched = relayOf(server);
  expect(await (await fetched(input)).json()).toEqual({ ok: true });
  expect(relayedBy(server)).toEqual([`GET ${path}`]);
});

it('the addresses of the provider are asked for once, and again after a failure', async () => {
  let failures = 3;
  await using server = await startLoopback((response, request) => {
    if (request.url?.includes('/relay/')) return json({})(response, request);
    if (request.url === integrationPath && failures > 0) {
      failures -= 1;
      return drop(response, request);
    }
    return json(request.url === integrationPath ? { provider: 'example' } : { apis })(response, request);
  });
  const fetched = relayOf(server);
  const url = new URL('https://ads.example/v4/x');
  await expect(fetched(url)).rejects.toThrow('The connection failed');
  await Promise.all([fetched(url), fetched(url)]);
  await fetched(url);
  expect(server.requests.filter(({ url: each }) => each === integrationPath)).toHaveLength(4);
  expect(relayedBy(server)).toEqual(Array(3).fill('GET ads/x'));
});

it('an address of another host is refused with the addresses that work', async () => {
  await using server = await gateway(json({}));
  const fetched = relayOf(server);
  for (const address of ['https://elsewhere.example/x?key=1', 'https://ads.example.evil.example/v4/x'])
    await expect(fetched(address)).rejects.toThrow(
      'It reaches what is below https://ads.example, https://ads.example/v4, https://reports.example/v2/.',
    );
  await expect(fetched('https://elsewhere.example/x?key=1')).rejects.toThrow(TypeError);
  await expect(fetched('https://elsewhere.example/x?key=1')).rejects.not.toThrow('key=1');
  expect(relayedBy(server)).toEqual([]);
});

it.each(['ads/../../grants', '../grants', 'ads/%2e%2e/%2E%2e/grants', 'ads/..\\..\\grants'])(
  'the path %s does not leave the relay',
  async (path) => {
    await using server = await gateway(json({}));
    await expect(relayOf(server)(path)).rejects.toThrow('The path leaves the relay.');
    expect(server.requests).toEqual([]);
  },
);

it('headers of a vendor are sent, except those with credentials', async () => {
  await using server = await gateway(json({}));
  const vendors = {
    accept: 'application/json',
    'login-customer-id': '1',
    'amazon-ads-accountid': '2',
    Authorization: 'Bearer theirs',
    Cookie: 'theirs',
    'X-Api-Key': 'theirs',
    'developer-token': 'theirs',
    'x-auth-token': 'theirs',
    'access-token': 'theirs',
    'amazon-ads-clientid': 'theirs',
  };
  await relayOf(server)('ads/x', { headers: vendors });
  const { headers } = server.requests[0] ?? {};
  expect(headers).toMatchObject({
    accept: 'application/json',
    'login-customer-id': '1',
    'amazon-ads-accountid': '2',
    'x-api-key': 'our-key',
  });
  expect(JSON.stringify(headers)).not.toContain('theirs');
});

it('a Request is sent with its method, headers and body, and what the second argument changes', async () => {
  await using server = await gateway(json({}));
  const request = () =>
    new Request('https://ads.example/v4/x', {
      method: 'POST',
      headers: { 'content-type': 'text/plain', authorization: 'theirs' },
      body: 'hello',
    });
  await relayOf(server)(request());
  await relayOf(server)(request(), { method: 'put', body: 'other' });
  expect(server.requests.filter(({ body }) => body !== '')).toMatchObject([
    { method: 'POST', body: 'hello', headers: { 'content-type': 'text/plain' } },
    { method: 'PUT', body: 'other', headers: { 'content-type': 'text/plain' } },
  ]);
  expect(JSON.stringify(server.requests)).not.toContain('theirs');
});

it('any answer is returned as it comes: failures are not thrown, nothing is repeated, no redirect is followed', async () => {
  await using elsewhere = await startLoopback(json({}));
  let count = 0;
  const statuses = [429, 503, 403, 302];
  await using server = await gateway((response) => {
    const status = statuses[count++] ?? 200;
    const relay = status === 403 ? 'refused' : 'provider';
    response
      .writeHead(status, { 'patchbay-relay': relay, 'retry-after': '0', location: elsewhere.url })
      .end('as it is');
  });
  const fetched = relayOf(server);
  for (const status of statuses) {
    const answer = await fetched('ads/x', { redirect: 'follow' });
    expect([answer.status, await answer.text()]).toEqual([status, 'as it is']);
    expect(answer.headers.get('patchbay-relay')).toBe(status === 403 ? 'refused' : 'provider');
  }
  expect(elsewhere.requests).toEqual([]);
  expect(server.requests).toHaveLength(4);
});

it('a failure of the network is thrown as fetch does, and not repeated', async () => {
  await using server = await gateway(drop);
  await expect(relayOf(server)('ads/x')).rejects.toThrow(TypeError);
  expect(server.requests).toHaveLength(1);
});

it('bodies are streamed both ways', async () => {
  await using server = await gateway((response, { body }) => {
    response.write(`got ${body}`);
    return new Promise<void>((resolve) => response.once('close', resolve));
  });
  const sent = new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode('parts'));
      stream.close();
    },
  });
  const answer = await relayOf(server)('ads/x', { method: 'POST', body: sent });
  const reader = answer.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('got parts');
  await reader?.cancel();
});

it.each([
  ['the addresses of the provider', 'https://ads.example/v4/x'],
  ['the answer', 'ads/x'],
])('an abort ends the wait for %s with its reason', async (_what, address) => {
  const abort = new AbortController();
  const reason = new Error('enough');
  await using server = await startLoopback(() => abort.abort(reason));
  await expect(relayOf(server)(address, { signal: abort.signal })).rejects.toBe(reason);
  await expect(relayOf(server)(address, { signal: abort.signal })).rejects.toBe(reason);
  expect(server.requests).toHaveLength(1);
});

it('an abort ends an answer that is read', async () => {
  const abort = new AbortController();
  let closed: Promise<unknown> | undefined;
  await using server = await gateway((response) => {
    closed = once(response, 'close');
    response.write('part');
  });
  const answer = await relayOf(server)('ads/x', { signal: abort.signal });
  abort.abort();
  await expect(answer.text()).rejects.toThrow('abort');
  await closed;
  expect(getEventListeners(abort.signal, 'abort')).toEqual([]);
});

it.each([
  ['https://ads.example:pw@evil.example/x', apis],
  ['https://ads.example:8443/x', apis],
  ['https://evil.example/x', [{ name: 'all', baseUrl: 'https:' }]],
  ['https://evil.example/x', [{ name: 'all', baseUrl: '' }]],
])('an address at another host is not taken for one below an api: %s', async (address, given) => {
  await using server = await startLoopback((response, request) =>
    json(request.url === integrationPath ? { provider: 'example' } : { apis: given })(response, request),
  );
  await expect(relayOf(server)(address)).rejects.toThrow('The relay does not reach');
  expect(relayedBy(server)).toEqual([]);
});
