import { toBinary } from '@bufbuild/protobuf';
import { EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import { systemActor, toEvent } from '@patchbay/events/envelope';
import { describe, expect, it } from 'vitest';
import { keyActions } from '../api-keys.fixture.ts';
import { createTenant, newcomer } from '../tenant.fixture.ts';
import { sharedOrganization } from '../test-bed.fixture.ts';

const organization = await sharedOrganization();

/** The message that identity publishes when an operator suspends or resumes a person. */
const event = (action: 'user.suspended' | 'user.resumed', userId: string, now: Date) => {
  const target = { type: 'user', id: userId, name: 'Ada' } as const;
  const value = toEvent({ action, about: { userId }, target }, systemActor, { now });
  return { key: userId, value: toBinary(EventSchema, value), headers: {} };
};
const at = (second: number) => new Date(Date.UTC(2027, 0, 1, 0, 0, second));

describe('the consumer of suspensions', () => {
  const { mint, authenticate } = keyActions(() => organization);

  const publish = (...messages: ReturnType<typeof event>[]) => organization.publish('identity', messages);
  const isSuspended = async (userId: string) => {
    const text = 'select suspended from people where user_id = $1';
    return (await organization.db.pool.query<{ suspended: boolean }>(text, [userId])).rows[0]?.suspended;
  };

  it('user- and workspace-level keys of a suspended person are refused until the person is resumed; those of the organization go on', async () => {
    const tenant = await createTenant(organization);
    const workspace = await tenant.workspace();
    const own = await mint(tenant, { level: 'user' });
    const ofWorkspace = await mint(tenant, { level: 'workspace', role: 'member', workspace });
    const shared = await mint(tenant, { level: 'organization', role: 'member' });
    await publish(event('user.suspended', tenant.admin.userId, at(1)));
    for (const { secret } of [own, ofWorkspace])
      await expect(authenticate(secret)).rejects.toMatchObject({
        code: 'unauthenticated',
        reason: 'key_creator_without_access',
      });
    expect(await authenticate(shared.secret)).toMatchObject({ keyId: shared.id });
    await publish(event('user.resumed', tenant.admin.userId, at(2)));
    expect(await authenticate(own.secret)).toMatchObject({ keyId: own.id });
  });

  it('a repeated or late event changes nothing, in one batch or in several', async () => {
    const { userId } = await newcomer(organization);
    const [first, second, third] = [
      event('user.suspended', userId, at(1)),
      event('user.resumed', userId, at(2)),
      event('user.suspended', userId, at(3)),
    ];
    await publish(first, second);
    expect(await isSuspended(userId)).toBe(false);
    await publish(first);
    expect(await isSuspended(userId)).toBe(false);
    await publish(third, second);
    expect(await isSuspended(userId)).toBe(true);
    await publish(second);
    expect(await isSuspended(userId)).toBe(true);
  });

  it('of two events at the same time the one that was delivered later counts', async () => {
    const { userId } = await newcomer(organization);
    await publish(event('user.suspended', userId, at(1)), event('user.resumed', userId, at(1)));
    expect(await isSuspended(userId)).toBe(false);
    await publish(event('user.suspended', userId, at(1)));
    expect(await isSuspended(userId)).toBe(true);
  });
});
