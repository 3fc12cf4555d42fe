import type { DescMessage, MessageShape } from '@bufbuild/protobuf';
import type { CallOptions } from '@connectrpc/connect';
import type { Person } from '@patchbay/access/caller';
import { roleToProto } from '@patchbay/access/proto';
import type { WorkspaceRole } from '@patchbay/access/role';
import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import { type IdempotencyKey, type KeyOutcome, sendIdempotencyKey } from '@patchbay/rpc/idempotency-key';
import { waitFor } from '@patchbay/testing/wait';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { keyActions } from '../api-keys.fixture.ts';
import { type CreatingMethod, creatingMethods } from '../creations.fixture.ts';
import { createTenant, newcomer, type Tenant } from '../tenant.fixture.ts';
import { asPerson, sharedOrganization } from '../test-bed.fixture.ts';

const organization = await sharedOrganization();

const newKey = (): IdempotencyKey => ({ key: `order-${v7()}`, scope: 'a path', body: 'a body' });

interface Outcome {
  readonly answer: MessageShape<DescMessage>;
  readonly outcome: KeyOutcome | undefined;
}

const setRole = ({ slug, admin }: Tenant, { userId }: Person, role: WorkspaceRole) =>
  organization
    .calledBy('gateway')
    .updateMember({ organizationSlug: slug, userId, role: roleToProto(role) }, asPerson(admin));

/** A new tenant, one of its admins, and the request of the method in it. */
async function start({ count, prepare }: CreatingMethod) {
  const tenant = await createTenant(organization);
  const caller = await tenant.person('admin');
  const sendWith = await prepare(organization, tenant);
  await tenant.trail();
  const countOf = async (): Promise<number> => {
    const { rows } = await organization.db.pool.query<{ count: number }>(count, [tenant.id]);
    return rows[0]?.count ?? 0;
  };
  const before = await countOf();
  const send = async (key: IdempotencyKey, person = caller, options: CallOptions = {}): Promise<Outcome> => {
    let outcome: KeyOutcome | undefined;
    const told = sendIdempotencyKey(key, (how) => {
      outcome = how;
    });
    const answer = await sendWith({ ...asPerson(person), ...told, ...options });
    return { answer, outcome };
  };
  const created = async (): Promise<number> => (await countOf()) - before;
  return { tenant, caller, send, created };
}

describe.each(Object.entries<CreatingMethod>(creatingMethods))('%s', (_name, method) => {
  it('a caller who has lost the role or the membership gets no stored answer', async () => {
    const { tenant, caller, send } = await start(method);
    const key = newKey();
    await send(key);
    await setRole(tenant, caller, 'viewer');
    const refused = expect.stringMatching(/^(forbidden|not_found)$/);
    await expect(send(key)).rejects.toMatchObject({ code: refused });
    await setRole(tenant, caller, 'admin');
    expect((await send(key)).outcome).toBe('replayed');
    await organization
      .calledBy('gateway')
      .removeMember({ organizationSlug: tenant.slug, userId: caller.userId }, asPerson(tenant.admin));
    await expect(send(key)).rejects.toMatchObject({ code: 'not_found' });
  });
});

it('an Idempotency-Key can be used for another creation after 24 hours', async () => {
  const { send, created } = await start(creatingMethods.createApiKey);
  const key = newKey();
  await send(key);
  await organization.clock.jump(24 * 3_600_000 - 1);
  expect((await send(key)).outcome).toBe('replayed');
  await organization.clock.advance(1);
  expect((await send({ ...key, body: 'another body' })).outcome).toBe('kept');
  expect(await created()).toBe(2);
});

it('a creation whose first answer was lost is made once', async () => {
  const { tenant, send, created } = await start(creatingMethods.createApiKey);
  const key = newKey();
  const blocker = await organization.db.pool.connect();
  await blocker.query('begin');
  await blocker.query('select from organizations where id = $1 for update', [tenant.id]);
  try {
    await expect(send(key, undefined, { timeoutMs: 150 })).rejects.toMatchObject({ code: 'timeout' });
  } finally {
    await blocker.query('rollback');
    blocker.release();
  }
  // Refused while the first request still runs.
  await waitFor(() => send(key), { what: 'an answer' });
  expect((await send(key)).outcome).toBe('replayed');
  expect(await created()).toBe(1);
});

describe('a creation through an API key', () => {
  const { mint, asKey } = keyActions(() => organization);

  it('the stored answer to an API key is given to that key alone, and to nobody after it was revoked', async () => {
    const tenant = await createTenant(organization);
    const [first, second] = [await mint(tenant, { level: 'user' }), await mint(tenant, { level: 'user' })];
    const { email } = await newcomer(organization);
    const request = { organizationSlug: tenant.slug, email, role: Role.MEMBER };
    const key = newKey();
    const outcomes: KeyOutcome[] = [];
    const options = sendIdempotencyKey(key, (told) => outcomes.push(told));
    const asFirst = { ...(await asKey(first)), ...options };
    await organization.invitations.createInvitation(request, asFirst);
    await organization.invitations.createInvitation(request, asFirst);
    expect(outcomes).toEqual(['kept', 'replayed']);
    const others = [
      { ...(await asKey(second)), ...options },
      { ...asPerson(tenant.admin), ...options },
    ];
    for (const other of others) {
      const refused = organization.invitations.createInvitation(request, other);
      await expect(refused).rejects.toMatchObject({
        code: 'conflict',
        publicText: expect.stringContaining(email),
      });
    }
    const path = { organizationSlug: tenant.slug, apiKeyId: first.id };
    await organization.apiKeys.revokeApiKey(path, asPerson(tenant.admin));
    const revoked = organization.invitations.createInvitation(request, asFirst);
    await expect(revoked).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});
