import '@patchbay/telemetry/fresh-modules';
import type { HandlerContext } from '@connectrpc/connect';
import { describe, expect, it } from 'vitest';
import { bearer, portalOrigin, post, startGateway } from '../testing/gateway.ts';
import { linkToken } from '../testing/values.ts';

const policy = "default-src 'none'; frame-ancestors 'none'";

describe('every answer', () => {
  it.each([
    ['an answer', '/version', 'GET', 200],
    ['a problem', '/v1/me', 'GET', 401],
    ['an unknown route', '/nothing', 'GET', 404],
    ['a preflight', '/v1/me', 'OPTIONS', 204],
    ['another method', '/v1/me', 'PUT', 405],
    ['a redirect', '/v1/auth/google', 'GET', 302],
  ])('every answer has the security headers: %s', async (_what, path, method, status) => {
    const { fetch } = await startGateway();
    const response = await fetch(path, { method });
    const { headers } = response;
    expect(response.status).toBe(status);
    expect(headers.get('content-security-policy')).toBe(policy);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/);
    expect(headers.get('traceparent')).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/);
    expect(headers.has('x-powered-by')).toBe(false);
    expect(headers.has('strict-transport-security')).toBe(false);
  });

  it('answers have HSTS when the public address is https', async () => {
    const { fetch } = await startGateway({ config: { publicUrl: 'https://api.example' } });
    for (const path of ['/version', '/nothing', '/docs']) {
      const { headers } = await fetch(path);
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    }
  });

  it.each(['/openapi.json', '/docs/start.js'])(
    'an answer that may be cached has the content security policy: %s',
    async (path) => {
      const { fetch } = await startGateway();
      const { headers } = await fetch(path);
      expect(headers.get('content-security-policy')).toBe(policy);
      expect(headers.get('cache-control')).toBe('public, max-age=300');
    },
  );
});

describe('the request id', () => {
  it('a request id that is safe in logs is kept and reaches the services', async () => {
    const { fetch, calls } = await startGateway();
    const { headers } = await fetch('/v1/organizations', {
      headers: { ...bearer, 'x-request-id': 'My_id-1.2' },
    });
    expect(headers.get('x-request-id')).toBe('My_id-1.2');
    expect(calls.at(-1)?.call.requestId).toBe('My_id-1.2');
  });

  it.each(['with space', 'x'.repeat(129), 'ü'])('the request id %j is replaced', async (id) => {
    const { fetch } = await startGateway();
    const { headers } = await fetch('/version', { headers: { 'x-request-id': id } });
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('the trace', () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

  it('a valid traceparent is continued', async () => {
    const { fetch } = await startGateway();
    const sent = `00-${traceId}-00f067aa0ba902b7-01`;
    const received = (await fetch('/version', { headers: { traceparent: sent } })).headers.get('traceparent');
    expect(received).toContain(traceId);
    expect(received).not.toBe(sent);
  });

  it('a malformed traceparent begins a new trace', async () => {
    const { fetch } = await startGateway();
    const { headers } = await fetch('/version', { headers: { traceparent: `00-${traceId}-zz-01` } });
    expect(headers.get('traceparent')).toMatch(/^00-[0-9a-f]{32}-/);
    expect(headers.get('traceparent')).not.toContain(traceId);
  });
});

describe('CORS', () => {
  it.each([portalOrigin, 'http://api.test', 'https://app.example'])(
    'CORS allows the trusted origin %s',
    async (origin) => {
      const { fetch } = await startGateway({ config: { trustedOrigins: ['https://app.example'] } });
      const { headers } = await fetch('/v1/me', { headers: { origin } });
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      expect(headers.get('access-control-allow-credentials')).toBe('true');
      expect(headers.get('access-control-expose-headers')).toContain('x-request-id');
      expect(headers.get('vary')).toBe('Origin');
    },
  );

  it.each(['https://evil.example', 'null', `${portalOrigin}.evil.example`])(
    'CORS allows nothing to the untrusted origin %s',
    async (origin) => {
      const { fetch } = await startGateway();
      for (const method of ['GET', 'OPTIONS']) {
        const { headers } = await fetch('/v1/me', { method, headers: { origin } });
        expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
      }
    },
  );

  it('a preflight of a trusted origin is answered with the allowed methods and headers', async () => {
    const { fetch } = await startGateway();
    const response = await fetch('/v1/me', {
      method: 'OPTIONS',
      headers: { origin: portalOrigin, 'access-control-request-method': 'PATCH' },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-methods')).toBe('GET, PATCH, DELETE, HEAD, OPTIONS');
    expect(response.headers.get('access-control-allow-headers')).toContain('content-type');
    expect(response.headers.get('access-control-max-age')).toBe('600');
  });

  const relay = '/v1/organizations/acme/workspaces/north/integrations/1/relay/ads/campaigns';
  it.each([
    ['the relay allows the headers that a page asks for', relay, 'content-type,ads-account', 'ads-account'],
    ['other paths do not', '/v1/me', 'content-type,ads-account', undefined],
    ['a list that is none is left out', relay, 'ads-account, *', undefined],
  ])('in a preflight %s', async (_, path, requested, allowed) => {
    const { fetch } = await startGateway();
    const headers = { origin: portalOrigin, 'access-control-request-headers': requested };
    const response = await fetch(path, { method: 'OPTIONS', headers });
    const names = response.headers.get('access-control-allow-headers')?.split(/, ?/) ?? [];
    expect(names).toContain('x-api-key');
    expect(names.filter((name) => /^ads|\*/.test(name))).toEqual(allowed === undefined ? [] : [allowed]);
  });
});

describe('methods', () => {
  it('HEAD is answered as GET without a body', async () => {
    const { fetch } = await startGateway();
    const [head, get] = [
      await fetch('/v1/me', { method: 'HEAD', headers: bearer }),
      await fetch('/v1/me', { headers: bearer }),
    ];
    expect(head.status).toBe(200);
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
    expect(await head.text()).toBe('');
    expect((await fetch('/v1/me', { method: 'HEAD' })).status).toBe(401);
  });

  it('OPTIONS is answered with the methods of the path', async () => {
    const { fetch } = await startGateway();
    const response = await fetch('/v1/organizations/any/audit-logs', { method: 'OPTIONS' });
    expect(response.status).toBe(204);
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    expect((await fetch('/nothing', { method: 'OPTIONS' })).status).toBe(404);
  });

  it('a method that a path does not have is a 405 with Allow', async () => {
    const { fetch } = await startGateway();
    const response = await fetch('/v1/signup', { method: 'DELETE' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST, OPTIONS');
    expect(await response.json()).toMatchObject({ title: 'Method Not Allowed', instance: '/v1/signup' });
  });
});

describe('headers of a client', () => {
  const services = {
    'x-patchbay-on-behalf-of': 'forged',
    'x-patchbay-pass-on-to-organization': 'forged',
    'x-patchbay-pass-on-to-audit': 'forged',
    'x-patchbay-idempotency-key': 'forged',
    'x-patchbay-anything': 'forged',
  };

  it('headers of a client do not reach a service, also those that services send each other', async () => {
    const received: [string, string][][] = [];
    const note = ({ requestHeader }: HandlerContext) => {
      received.push([...requestHeader].filter(([name]) => name.startsWith('x-')));
      return {};
    };
    const { fetch } = await startGateway({
      implementations: {
        identity: { verifySignInLink: (_request, context) => note(context) },
        organization: { listOrganizations: (_request, context) => note(context) },
      },
    });
    await fetch('/v1/organizations', { headers: { ...bearer, ...services } });
    await fetch('/v1/auth/magic-link/verify', post({ token: linkToken }, services));
    const passedOn = ['x-patchbay-pass-on-to-organization', expect.stringMatching(/^gateway:/)];
    expect(received).toEqual([[], [passedOn]]);
  });
});
