import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler } from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Served } from './answer/serve.ts';
import { createTrustedOrigins } from './request/trusted-origins.ts';
import { createRoutes, type Endpoint } from './routes.ts';

const trusted = createTrustedOrigins('https://api.example', 'https://portal.example', []);

const endpoint = (method: Endpoint['method'], path: string): Endpoint => ({
  method,
  path,
  operation: `${method} ${path}`,
  answer: () => {},
});

/** Answers with the endpoint and the parameters. */
const tell =
  (served: Served): RequestHandler =>
  ({ params }, response) =>
    void response.json({ ...served, params });

/** Resolves with what answers a request; undefined for an unknown path. */
async function start(endpoints: readonly Endpoint[]) {
  const app = express().use(createRoutes(endpoints, tell, trusted));
  const server = createServer(app).listen(0);
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return async (path: string, method = 'GET') => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method });
    return answer.status === 200 ? ((await answer.json()) as Served & { params: object }) : undefined;
  };
}

const endpoints = [
  endpoint('GET', '/v1/me'),
  endpoint('PATCH', '/v1/me'),
  endpoint('GET', '/v1/connect/{token}'),
  endpoint('POST', '/v1/connect/{token}/oauth'),
  endpoint('GET', '/v1/connect/oauth/callback'),
  endpoint('GET', '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}'),
];

describe('routes', () => {
  it('each method of a path has its own endpoint, and other methods have none', async () => {
    const find = await start(endpoints);
    expect(await find('/v1/me')).toMatchObject({ operation: 'GET /v1/me' });
    expect(await find('/v1/me', 'PATCH')).toMatchObject({ operation: 'PATCH /v1/me' });
    for (const method of ['DELETE', 'OPTIONS'])
      expect(await find('/v1/me', method)).toMatchObject({ route: '/v1/me', operation: 'none' });
  });

  it('path parameters are decoded', async () => {
    const find = await start(endpoints);
    expect(await find('/v1/organizations/a%20b/workspaces/c%2Fd')).toMatchObject({
      route: '/v1/organizations/{orgSlug}/workspaces/{workspaceSlug}',
      params: { orgSlug: 'a b', workspaceSlug: 'c/d' },
    });
  });

  it('a literal segment wins over a parameter where the whole path matches', async () => {
    const find = await start(endpoints.toReversed());
    expect(await find('/v1/connect/oauth/callback')).toMatchObject({ route: '/v1/connect/oauth/callback' });
    expect(await find('/v1/connect/oauth')).toMatchObject({ params: { token: 'oauth' } });
    expect(await find('/v1/connect/oauth/oauth', 'POST')).toMatchObject({ params: { token: 'oauth' } });
  });

  it.each(['/', '/v1', '/v1/me/', '/V1/me', '//v1/me', '/v1/connect/', '/v1/connect/%'])(
    'the path %s is unknown',
    async (path) => {
      expect(await (await start(endpoints))(path)).toBeUndefined();
    },
  );

  it('two endpoints for one method of a path are refused', () => {
    const twice = [endpoint('GET', '/a'), endpoint('GET', '/a')];
    expect(() => createRoutes(twice, tell, trusted)).toThrow('a method of /a is declared twice');
  });
});
