import type { HandlerContext } from '@connectrpc/connect';
import { Failure, unavailable } from '@patchbay/errors/failure';
import { setKeyOutcome } from '@patchbay/rpc/idempotency-key';
import { describe, expect, it } from 'vitest';
import { apiKeyHeader, bearer, post, startGateway } from '../testing/gateway.ts';
import { invitation } from '../testing/values.ts';

const perHour = (limit: number) => ({ limit, windowSeconds: 3_600 });
const path = '/v1/organizations/acme/invitations';
const body = { email: invitation.email, role: 'member' };
const idempotencyKey = { 'idempotency-key': 'order-1' };
const outages = [unavailable('the database is away'), new Failure('timeout')];

/**
 * Requests to a gateway whose limits are two invitations. Organization throws the failures one by one, then answers that it
 * has created, then that it has replayed.
 */
async function inviting(...failures: Error[]) {
  let created = false;
  const createInvitation = (_request: unknown, context: HandlerContext) => {
    const failure = failures.shift();
    if (failure !== undefined) throw failure;
    setKeyOutcome(context, created ? 'replayed' : 'kept');
    created = true;
    return { invitation };
  };
  const { fetch } = await startGateway({
    limits: {
      invitationPerKey: perHour(2),
      invitationPerRecipient: perHour(2),
      invitationPerOrganization: perHour(2),
    },
    implementations: { invitations: { createInvitation } },
  });
  return (headers: Record<string, string>) => fetch(path, post(body, headers));
}

describe.each([
  ['a session', bearer],
  ['an API key', apiKeyHeader('organization')],
])('an invitation by %s that is repeated with its Idempotency-Key', (_, credential) => {
  const headers = { ...credential, ...idempotencyKey };

  it('an invitation that is repeated after outages is sent and counts once', async () => {
    const invite = await inviting(...outages, ...outages);
    for (const status of [503, 504, 503, 504]) {
      const failed = await invite(headers);
      expect(failed.status).toBe(status);
      expect(failed.headers.get('ratelimit-policy')).not.toContain('invitationPer');
    }
    const made = await invite(headers);
    expect(made.status).toBe(201);
    expect(made.headers.get('ratelimit')).toMatch(
      /"invitationPerRecipient";r=1;.*"invitationPerOrganization";r=1;/,
    );
  });

  it('an invitation that is replayed counts once', async () => {
    const invite = await inviting();
    expect((await invite(headers)).status).toBe(201);
    for (let index = 0; index < 3; index += 1) {
      const replayed = await invite(headers);
      expect(replayed.status).toBe(201);
      expect(replayed.headers.get('idempotency-replayed')).toBe('true');
      expect(replayed.headers.get('ratelimit-policy')).not.toContain('invitationPer');
    }
    expect((await invite(credential)).headers.get('ratelimit')).toMatch(/"invitationPerOrganization";r=0;/);
    expect((await invite(credential)).status).toBe(429);
  });

  it('an invitation that failed for another reason, or has no Idempotency-Key, counts each time', async () => {
    const failures = [new TypeError('a bug'), unavailable('away')];
    const invite = await inviting(...failures);
    expect((await invite(headers)).status).toBe(500);
    expect((await invite(credential)).status).toBe(503);
    expect((await invite(headers)).status).toBe(429);
  });
});

it('a refused invitation counts for the API key that sent it', async () => {
  const conflicts = Array.from({ length: 2 }, () => new Failure('conflict', 'Already invited.'));
  const invite = await inviting(...conflicts);
  const headers = { ...apiKeyHeader('organization'), ...idempotencyKey };
  expect((await invite(headers)).status).toBe(409);
  expect((await invite(headers)).status).toBe(409);
  const refused = await invite(headers);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('ratelimit')).toContain('"invitationPerKey";r=0;');
});
