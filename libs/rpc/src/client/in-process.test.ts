import { Code, createClient } from '@connectrpc/connect';
import { IdentityService } from '@patchbay/contracts/patchbay/identity/v1/identity_service';
import { OrganizationService } from '@patchbay/contracts/patchbay/organization/v1/organization_service';
import { fromConnectError } from '@patchbay/errors/connect';
import { createLog } from '@patchbay/testing/log';
import { describe, expect, it } from 'vitest';
import { ada, minterOf, verifierOf } from '../fixtures/callers.fixture.ts';
import { failureOf } from '../fixtures/failure.fixture.ts';
import { identityRoutes, organizationRoutes, type Seen } from '../fixtures/platform.fixture.ts';
import { callAs } from './client.ts';
import { createInProcessTransport } from './in-process.ts';

/** Gateway, identity and organization in one process. */
function platform(minter = minterOf('gateway')) {
  const { logger } = createLog();
  const seen: { identity: Seen[]; organization: Seen[] } = { identity: [], organization: [] };
  const organization = createInProcessTransport({
    from: 'identity',
    to: 'organization',
    routes: organizationRoutes(seen.organization),
    verifier: verifierOf('organization'),
    minter: minterOf('identity'),
    logger,
  });
  const identity = createInProcessTransport({
    from: 'gateway',
    to: 'identity',
    routes: identityRoutes(organization, seen.identity),
    verifier: verifierOf('identity'),
    minter,
    logger,
  });
  return { seen, transport: identity, client: createClient(IdentityService, identity) };
}

describe('a call within the process', () => {
  it('a call within the process knows its caller and is passed on', async () => {
    const { client, seen } = platform();
    await client.authenticate({ sessionTokens: ['abc'] });
    await client.signUp({ organizationSlug: 'acme' }, callAs(ada));
    expect(seen.identity[0]?.call).toMatchObject({ caller: { type: 'system' }, calledBy: 'gateway' });
    expect(seen.organization[0]?.call).toEqual({ ...ada, calledBy: 'identity' });
  });

  it('a call within the process without a valid token is refused', async () => {
    const { client } = platform({ mint: () => 'forged', mintFor: () => 'forged' });
    expect((await failureOf(client.authenticate({}))).code).toBe(Code.Unauthenticated);
  });

  it('a call within the process fails with the same errors as one over the network', async () => {
    const { client, transport } = platform();
    const taken = await failureOf(client.signUp({ organizationSlug: 'taken' }, callAs(ada)));
    expect(fromConnectError(taken, 'identity')).toMatchObject({
      code: 'conflict',
      publicText: 'The slug is taken.',
    });
    const bug = await failureOf(client.signUp({ organizationSlug: 'bug' }, callAs(ada)));
    expect([bug.code, bug.rawMessage]).toEqual([Code.Internal, 'internal error']);
    const unknown = await failureOf(createClient(OrganizationService, transport).resolveAccess({}));
    expect(unknown.code).toBe(Code.Unimplemented);
  });

  it('a call within the process ends at its timeout, and when its caller cancels it', async () => {
    const { client } = platform();
    expect((await failureOf(client.verifySignInLink({}, { timeoutMs: 20 }))).code).toBe(
      Code.DeadlineExceeded,
    );
    const controller = new AbortController();
    const call = failureOf(
      client.authenticate({ sessionTokens: ['never answered'] }, { signal: controller.signal }),
    );
    controller.abort();
    expect((await call).code).toBe(Code.Canceled);
  });

  it('a call within the process does not share messages with its handler', async () => {
    const { client } = platform();
    const request = { sessionTokens: ['abc'] };
    const [first] = (await client.authenticate(request)).authentications;
    if (first?.user) first.user.id = 'changed';
    expect((await client.authenticate(request)).authentications[0]?.user?.id).toBe('abc');
  });
});
