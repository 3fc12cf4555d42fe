import { Code, createClient } from '@connectrpc/connect';
import { createConnectTransport } from '@connectrpc/connect-node';
import { FailureSchema } from '@patchbay/contracts/patchbay/common/v1/failure';
import { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { fromConnectError } from '@patchbay/errors/connect';
import { describe, expect, it } from 'vitest';
import { callAs } from './client/client.ts';
import { ada, headersFor } from './fixtures/callers.fixture.ts';
import { failureOf } from './fixtures/failure.fixture.ts';
import { grpcUrlOf, log, platform } from './fixtures/servers.fixture.ts';

describe('a call between services', () => {
  it('a handler knows the caller of its call', async () => {
    const { client, seen } = await platform();
    await client.authenticate({}, callAs(ada));
    await client.authenticate({});
    expect(seen.identity.map(({ call }) => call)).toEqual([
      { ...ada, calledBy: 'gateway' },
      { caller: { type: 'system' }, requestId: '', ipAddress: null, userAgent: null, calledBy: 'gateway' },
    ]);
  });

  it('a call that is passed on has the same caller and the time that is left', async () => {
    const { client, seen } = await platform();
    await client.signUp({ organizationSlug: 'acme' }, { ...callAs(ada), timeoutMs: 2_000 });
    expect(seen.organization[0]?.call).toEqual({ ...ada, calledBy: 'identity' });
    expect(seen.organization[0]?.timeoutMs).toBeGreaterThan(0);
    expect(seen.organization[0]?.timeoutMs).toBeLessThanOrEqual(2_000);
  });

  it('the failure of a nested call reaches the caller; the text of a bug does not', async () => {
    const { client } = await platform();
    const taken = await failureOf(client.signUp({ organizationSlug: 'taken' }, callAs(ada)));
    expect(fromConnectError(taken, 'identity')).toMatchObject({
      code: 'conflict',
      publicText: 'The slug is taken.',
    });
    log.lines.length = 0;
    const bug = await failureOf(client.signUp({ organizationSlug: 'bug' }, callAs(ada)));
    expect([bug.code, bug.rawMessage]).toEqual([Code.Internal, 'internal error']);
    const errors = log.lines.filter(({ level }) => level === 'error');
    expect(errors).toMatchObject([
      { method: 'patchbay.organization.v1.OrganizationService/ParkSignUp', requestId: 'r1' },
      { method: 'patchbay.identity.v1.IdentityService/SignUp', requestId: 'r1' },
    ]);
    expect(errors[0]).toMatchObject({ err: { type: 'TypeError', message: 'secret detail' } });
  });

  it('a call ends at the longest time that a server allows, over HTTP/1.1 and HTTP/2', async () => {
    const { client, identity } = await platform({ maxTimeoutMs: 20 });
    const stock = createClient(
      IdentityService,
      createConnectTransport({ baseUrl: grpcUrlOf(identity), httpVersion: '2' }),
    );
    const headers = headersFor('gateway', 'identity', IdentityService.method.verifySignInLink);
    for (const call of [() => client.verifySignInLink({}), () => stock.verifySignInLink({}, { headers })]) {
      const error = await failureOf(call());
      expect(error.code).toBe(Code.DeadlineExceeded);
      expect(error.findDetails(FailureSchema)).toMatchObject([{ code: 'timeout' }]);
    }
  });
});
