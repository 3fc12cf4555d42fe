import { Code, createClient } from '@connectrpc/connect';
import { compressionGzip, createConnectTransport } from '@connectrpc/connect-node';
import { FailureSchema } from '@patchbay/contracts/patchbay/common/v1/failure';
import { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../failure.fixture.ts';
import { createTestIdentity, type TestIdentity } from './identity.fixture.ts';
import type { Listening } from './listen.fixture.ts';
import { createTestTransport, pairings, startTestServer, type TestTransport } from './pairings.fixture.ts';

const codes = Object.values(Code).filter((code): code is Code => typeof code === 'number');

describe.each(pairings)('a %s client and a %s server', (client, server) => {
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

  it('exchange a message', async () => {
    const { authentications } = await identityClient().authenticate({ sessionTokens: ['abc', 'def'] });
    expect(authentications).toMatchObject([
      { user: { id: 'abc', email: 'ada@example.com' }, session: { id: 's1' } },
      { user: { id: 'def', email: 'ada@example.com' }, session: { id: 's1' } },
    ]);
  });

  it('exchange an empty message', async () => {
    expect(await identityClient().requestSignInLink({})).toMatchObject({});
  });

  it('exchange headers and trailers both ways', async () => {
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
    'agree on the error %s, its detail and its metadata',
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

  it('tell nothing of a bug', async () => {
    const error = await failureOf(identityClient().signOut({}));
    expect([error.code, error.rawMessage]).toEqual([Code.Internal, 'internal error']);
  });

  it('end a call at its timeout, on both sides', async () => {
    const error = await failureOf(identityClient().verifySignInLink({}, { timeoutMs: 50 }));
    expect(error.code).toBe(Code.DeadlineExceeded);
    await expect(identity.aborted).resolves.toBeDefined();
  });

  it('end a call without side effects that its caller gives up', async () => {
    const controller = new AbortController();
    const call = identityClient().getUser({}, { signal: controller.signal });
    controller.abort();
    expect((await failureOf(call)).code).toBe(Code.Canceled);
    const gone = AbortSignal.abort();
    expect((await failureOf(identityClient().authenticate({}, { signal: gone }))).code).toBe(Code.Canceled);
  });

  it('refuse a body that is too large', async () => {
    const error = await failureOf(identityClient().authenticate({ sessionTokens: ['x'.repeat(100_000)] }));
    expect(error.code).toBe(Code.ResourceExhausted);
    await expect(identityClient().authenticate({ sessionTokens: ['small'] })).resolves.toBeDefined();
  });

  it('call a method that nobody wrote, and one that nobody serves', async () => {
    expect((await failureOf(identityClient().updateUser({}))).code).toBe(Code.Unimplemented);
    const elsewhere = createClient(OrganizationService, transport);
    expect((await failureOf(elsewhere.resolveAccess({}))).code).toBe(Code.Unimplemented);
  });

  it('run many calls at once without mixing them up', async () => {
    const tokens = Array.from({ length: 50 }, (_, index) => `token ${index}`);
    const answers = await Promise.all(
      tokens.map((token) => identityClient().authenticate({ sessionTokens: [token] })),
    );
    expect(answers.map(({ authentications }) => authentications[0]?.user?.id)).toEqual(tokens);
  });
});

describe('a lean server', () => {
  let listening: Listening;
  afterEach(() => listening.close());
  const start = async () => {
    listening = await startTestServer('lean', (router) => {
      router.service(IdentityService, createTestIdentity().implementation);
    });
    return listening.baseUrl;
  };
  const path = '/patchbay.identity.v1.IdentityService';

  it('serves compressed requests and JSON', async () => {
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

  it('serves JSON to anything that speaks HTTP, and refuses GET where it is not declared', async () => {
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

  it('answers at the deadline even where the client does not keep it and the handler does not heed it', async () => {
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
  ])('refuses %s', async (_what, headers, body, status, code) => {
    const response = await fetch(`${await start()}${path}/Authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/proto', ...headers },
      body: new TextEncoder().encode(body),
    });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code });
  });

  it('refuses a body that turns out too large on the way', async () => {
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
