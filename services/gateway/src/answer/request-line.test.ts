import type { IncomingMessage, ServerResponse } from 'node:http';
import { forbidden, notFound, unauthenticated } from '@patchbay/errors/failure';
import { telemetry } from '@patchbay/telemetry/telemetry';
import { createLog } from '@patchbay/testing/log';
import { mintApiKey, prefixOf } from '@patchbay/tokens/api-key';
import { describe, expect, it } from 'vitest';
import { apiKeyHeader, bearer, cookie, type GatewayOptions, post, startGateway } from '../testing/gateway.ts';
import { keys } from '../testing/keys.ts';
import { organization, user } from '../testing/values.ts';

type Line = Record<string, unknown>;

/** Sends one request to a new gateway: its answer, and every line that the gateway has logged. */
async function linesOf(path: string, init: RequestInit = {}, options: GatewayOptions = {}) {
  const { logger, lines, written } = createLog();
  const { fetch } = await startGateway({ ...options, parts: { logger } });
  lines.length = 0;
  const answer = await fetch(path, init);
  await answer.text();
  await written();
  return { answer, lines, line: lines[0] as Line };
}

/** The value of `patchbay_requests_refused` for a reason, over all operations. */
async function refusedSoFar(reason: string): Promise<number> {
  const text = await new Promise<string>((resolve) => {
    const response = { setHeader: () => response, end: resolve } as unknown as ServerResponse;
    telemetry.serveMetrics?.({} as IncomingMessage, response);
  });
  const lines = text.split('\n').filter((line) => line.includes(`reason="${reason}"`));
  return lines
    .filter((line) => line.startsWith('patchbay_requests_refused_total{'))
    .reduce((sum, line) => sum + Number(line.split('} ')[1]?.split(' ')[0]), 0);
}

const unknownKey = mintApiKey();
const outside = { 'x-request-id': 'r-1', 'user-agent': 'hunter2', referer: 'https://hunter2.example' };

describe('a request', () => {
  it('a request is one log line at info, without text that the client sent', async () => {
    const { answer, lines } = await linesOf(`/v1/organizations/${organization.slug}?hunter2`, {
      headers: { ...bearer, ...outside },
    });
    expect(answer.status).toBe(400);
    expect(lines).toEqual([
      {
        level: 'info',
        time: expect.any(String),
        service: 'test',
        trace_id: answer.headers.get('traceparent')?.split('-')[1],
        span_id: answer.headers.get('traceparent')?.split('-')[2],
        requestId: 'r-1',
        method: 'GET',
        route: '/v1/organizations/{orgSlug}',
        operation: 'getOrganization',
        status: 400,
        durationMs: expect.any(Number),
        bytes: Number(answer.headers.get('content-length')),
        clientAddress: '127.0.0.1',
        caller: 'session',
        userId: user.id,
        failure: 'invalid',
        msg: 'request answered',
      },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/hunter2|ada@|a-token/i);
  });

  it('the log line of a request with an API key names the key as caller', async () => {
    const { line } = await linesOf('/v1/me', { headers: apiKeyHeader('user') });
    expect(line).toMatchObject({
      status: 200,
      caller: 'api_key',
      keyLevel: 'user',
      keyId: keys.user.id,
      keyPrefix: prefixOf(keys.user.key),
      organizationId: organization.id,
    });
    expect(JSON.stringify(line)).not.toContain(keys.user.key);
  });

  it('the log line of a request to an unknown path does not have the path', async () => {
    const { line } = await linesOf('/v1/hunter2/%0a%0d?hunter2=hunter2');
    expect(line).toMatchObject({ route: 'none', operation: 'none', status: 404, caller: 'anonymous' });
    expect(JSON.stringify(line)).not.toContain('hunter2');
  });

  it('a health check is logged at debug', async () => {
    const { lines } = await linesOf('/health');
    expect(lines).toMatchObject([{ level: 'debug', msg: 'health check answered', status: 200 }]);
  });

  it('a failure in a service is a log line of its own with the cause', async () => {
    const implementations = { identity: { updateUser: () => Promise.reject(new TypeError('a bug')) } };
    const { lines } = await linesOf(
      '/v1/me',
      { ...post({ name: 'Ada' }, bearer), method: 'PATCH' },
      { implementations },
    );
    expect(lines.filter(({ msg }) => msg !== 'call failed')).toMatchObject([
      { level: 'error', msg: 'request failed' },
      { level: 'info', msg: 'request answered', status: 500, failure: 'internal' },
    ]);
  });
});

describe('a refused request', () => {
  const path = `/v1/organizations/${organization.slug}`;
  const rename = (headers: Record<string, string>) => ({
    ...post({ name: 'Acme' }, headers),
    method: 'PATCH',
  });

  it.each<[string, number, Line, string, RequestInit, GatewayOptions?]>([
    [
      'no credential',
      401,
      { refusal: 'credential', reason: 'credential_missing', caller: 'anonymous' },
      path,
      {},
    ],
    [
      'an unknown session',
      401,
      { refusal: 'credential', reason: 'session_unknown' },
      path,
      { headers: { authorization: 'Bearer hunter2' } },
    ],
    [
      'what is no key',
      401,
      { refusal: 'credential', reason: 'key_malformed' },
      path,
      { headers: { 'x-api-key': 'pby_hunter2' } },
    ],
    [
      'a key that works no longer, as the service says',
      401,
      { refusal: 'credential', reason: 'key_revoked', caller: 'anonymous', keyPrefix: prefixOf(unknownKey) },
      path,
      { headers: { 'x-api-key': unknownKey } },
      {
        implementations: {
          apiKeys: { authenticateApiKey: () => Promise.reject(unauthenticated('No.', 'key_revoked')) },
        },
      },
    ],
    [
      'a level that is not accepted',
      401,
      { refusal: 'credential', reason: 'key_level_not_accepted', caller: 'api_key', keyLevel: 'workspace' },
      path,
      { headers: apiKeyHeader('workspace') },
    ],
    [
      'a key where sessions are accepted',
      401,
      { refusal: 'credential', reason: 'key_not_accepted' },
      '/v1/auth/session',
      { headers: apiKeyHeader('user') },
    ],
    [
      'a wrong link',
      401,
      { refusal: 'credential', reason: 'credential_refused', operation: 'verifySignInLink' },
      '/v1/auth/magic-link/verify',
      post({ token: 'hunter2' }),
    ],
    [
      'a wrong device code',
      400,
      { refusal: 'credential', reason: 'credential_refused', operation: 'pollDeviceAuthorization' },
      '/v1/auth/device/token',
      post({ deviceCode: 'hunter2' }),
    ],
    [
      'a role',
      403,
      { refusal: 'role', reason: 'role_too_low', caller: 'session', userId: user.id },
      path,
      rename(bearer),
      { implementations: { organization: { updateOrganization: () => Promise.reject(forbidden('No.')) } } },
    ],
    [
      'an origin',
      403,
      { refusal: 'origin', reason: 'origin_not_trusted', userId: user.id },
      path,
      rename({ ...cookie, origin: 'https://hunter2.example' }),
    ],
    [
      'an organization of others',
      404,
      { refusal: 'tenancy', reason: 'organization_not_visible', userId: user.id },
      path,
      { headers: bearer },
      {
        implementations: {
          organization: { getOrganization: () => Promise.reject(notFound('x', 'organization_not_visible')) },
        },
      },
    ],
    [
      'a limit',
      429,
      { refusal: 'limit', reason: 'requestPerCaller', userId: user.id },
      path,
      { headers: bearer },
      { limits: { requestPerCaller: { limit: 0, windowSeconds: 60 } } },
    ],
  ])(
    'because of %s is one line with the reason, and is counted',
    async (_what, status, expected, ...request) => {
      const before = await refusedSoFar(String(expected['reason']));
      const { answer, lines } = await linesOf(...request);
      expect(answer.status).toBe(status);
      expect(lines).toMatchObject([
        { level: 'info', msg: 'request refused', status, clientAddress: '127.0.0.1', ...expected },
      ]);
      expect(JSON.stringify(lines)).not.toContain('hunter2');
      expect(await refusedSoFar(String(expected['reason']))).toBe(before + 1);
    },
  );

  it('a refusal does not tell the client the reason', async () => {
    const { fetch } = await startGateway({
      implementations: {
        organization: { getOrganization: () => Promise.reject(notFound('x', 'organization_not_visible')) },
      },
    });
    const body = await (await fetch(path, { headers: bearer })).text();
    expect(JSON.parse(body)).toMatchObject({ status: 404, title: 'Not Found' });
    expect(body).not.toContain('visible');
  });

  it('a 404 for an unknown thing is not logged as a refusal', async () => {
    const { lines } = await linesOf(
      path,
      { headers: bearer },
      {
        implementations: { organization: { getOrganization: () => Promise.reject(notFound('x')) } },
      },
    );
    expect(lines).toMatchObject([{ msg: 'request answered', status: 404 }]);
    expect(lines[0]).not.toHaveProperty('refusal');
  });
});
