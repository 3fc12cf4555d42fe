import { Code, createClient } from '@connectrpc/connect';
import { compressionGzip, createConnectTransport } from '@connectrpc/connect-node';
import { FailureSchema } from '@patchbay/contracts/patchbay/common/v1/failure';
import { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from './fixtures/failure.fixture.ts';
import { createTestIdentity, type TestIdentity } from './fixtures/identity.fixture.ts';
import {
  createTestTransport,
  type Listening,
  pairings,
  startTestServer,
  type TestTransport,
} from './pairings.ts';

const codes = Object.values(Code).filter((code): code is Code => typeof code === 'number');

describe.each(pairings)('%s client and %s server', (client, server) => {
  let identity: TestIdentity;
  let listening: Listening;
  let transport: TestTransport;
  const identityClient = () => createClient(IdentityService, transport);

  beforeAll(async () => {
    identity = createTestIdentity();
    listening = await startTestServer(server, (router) => {
      router.service(IdentityService, identity.implementation);
    });
    transport = createTestTransport(client, listening.baseUrl);
  });
  afterAll(async () => {
    await transport.close();
    await listening.close();
  });

  it('a message arrives as it was sent', async () => {
    const { authentications } = await identityClient().authenticate({ sessionTokens: ['abc', 'def'] });
    expect(authentications).toMatchObject([
      { user: { id: 'abc', email: 'ada@example.com' }, session: { id: 's1' } },
      { user: { id: 'def', email: 'ada@example.com' }, session: { id: 's1' } },
    ]);
  });

  it('headers and trailers arrive both ways', async () => {
    const seen: Record<string, string | null> = {};
    await identityClient().authenticate(
      {},
      {
        headers: { 'x-question': 'life' },
        onHeader: (header) => (seen['header'] = header.get('x-answer')),
        onTrailer: (trailer) => (seen['trailer'] = trailer.get('x-end')),
      },
    );
    expect(seen).toEqual({ header: 'answer to life', trailer: 'the end' });
  });

  it.each(codes.map((code) => [Code[code], code] as const))(
    'the error %s arrives with its detail and its metadata',
    async (_name, code) => {
      const error = await failureOf(
        identityClient().signUp({ provider: String(code), name: 'schade, große Not' }),
      );
      expect(error.code).toBe(code);
      expect(error.rawMessage).toBe('schade, große Not');
      expect(error.findDetails(FailureSchema)).toMatchObject([{ code: 'conflict', publicText: 'Taken.' }]);
      expect(error.metadata.get('x-reason')).toBe('because');
      expect(error.metadata.get('x-answer')).toBe('header of a failure');
      expect(error.metadata.get('x-end')).toBe('trailer of a failure');
    },
  );

  it('a body that is too large is refused, and the next call is served', async () => {
    const error = await failureOf(identityClient().authenticate({ sessionTokens: ['x'.repeat(100_000)] }));
    expect(error.code).toBe(Code.ResourceExhausted);
    await expect(identityClient().authenticate({ sessionTokens: ['small'] })).resolves.toBeDefined();
  });

  it('a method without an implementation, and one of a service that is not served, are unimplemented', async () => {
    expect((await failureOf(identityClient().updateUser({}))).code).toBe(Code.Unimplemented);
    const elsewhere = createClient(OrganizationService, transport);
    expect((await failureOf(elsewhere.resolveAccess({}))).code).toBe(Code.Unimplemented);
  });
});

describe('our server', () => {
  let listening: Listening;
  afterEach(() => listening.close());
  const start = async () => {
    listening = await startTestServer('our', (router) => {
      router.service(IdentityService, createTestIdentity().implementation);
    });
    return listening.baseUrl;
  };
  const path = '/patchbay.identity.v1.IdentityService';

  it('our server serves compressed requests and JSON of Connect clients', async () => {
    const baseUrl = await start();
    const options = { baseUrl, httpVersion: '1.1' as const };
    const gzip = createConnectTransport({
      ...options,
      sendCompression: compressionGzip,
      compressMinBytes: 0,
    });
    const json = createConnectTransport({ ...options, useBinaryFormat: false });
    for (const transport of [gzip, json]) {
      const client = createClient(IdentityService, transport);
      const { authentications } = await client.authenticate({ sessionTokens: ['abc'] });
      expect(authentications[0]?.user?.id).toBe('abc');
    }
  });

  it('our server serves JSON to any HTTP client, and refuses GET for a method with side effects', async () => {
    const baseUrl = await start();
    const response = await fetch(`${baseUrl}${path}/Authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"sessionTokens":["abc"]}',
    });
    expect(await response.json()).toMatchObject({ authentications: [{ user: { id: 'abc' } }] });
    expect((await fetch(`${baseUrl}${path}/SignOut`)).status).toBe(405);
    expect((await fetch(`${baseUrl}/nothing`, { method: 'POST' })).status).toBe(404);
  });

  it('our server answers at the deadline even if client and handler ignore it', async () => {
    const response = await fetch(`${await start()}${path}/VerifySignInLink`, {
      method: 'POST',
      headers: { 'content-type': 'application/proto', 'connect-timeout-ms': '20' },
    });
    expect(response.status).toBe(504);
    expect(await response.json()).toMatchObject({ code: 'deadline_exceeded' });
  });

  it.each([
    ['a malformed timeout', { 'connect-timeout-ms': 'soon' }, '', 400, 'invalid_argument'],
    ['bytes that are no message', {}, '\u0007\u0007', 500, 'internal'],
  ])('our server refuses %s', async (_what, headers, body, status, code) => {
    const response = await fetch(`${await start()}${path}/Authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/proto', ...headers },
      body: new TextEncoder().encode(body),
    });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code });
  });

  it('our server refuses a chunked body as soon as it is too large', async () => {
    const chunk = new Uint8Array(40_000);
    const response = await fetch(`${await start()}${path}/Authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/proto' },
      body: new ReadableStream({
        start(controller) {
          controller.enqueue(chunk);
          controller.enqueue(chunk);
          controller.close();
        },
      }),
      duplex: 'half',
    });
    expect(response.status).toBe(429);
    expect(await response.json()).toMatchObject({ code: 'resource_exhausted' });
  });
});
