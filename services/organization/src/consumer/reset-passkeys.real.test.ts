import { toBinary } from '@bufbuild/protobuf';
import { EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import { systemActor, toEvent } from '@patchbay/events/envelope';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { createTenant } from '../tenant.fixture.ts';
import { sharedOrganization } from '../test-bed.fixture.ts';

const organization = await sharedOrganization();

const operator = { by: 'Olga', reason: 'lost' };

describe('the consumer of reset passkeys', () => {
  /** The message that identity publishes for one deleted passkey. */
  const deleted = (userId: string, now: Date, metadata: { operator?: typeof operator } = { operator }) => {
    const target = { type: 'passkey', id: v7(), name: 'Laptop' } as const;
    const value = toEvent({ action: 'passkey.deleted', about: { userId }, target, metadata }, systemActor, {
      now,
    });
    return { key: userId, value: toBinary(EventSchema, value), headers: {} };
  };
  const publish = (...messages: ReturnType<typeof deleted>[]) => organization.publish('identity', messages);
  const at = (second: number) => new Date(Date.UTC(2027, 0, 1, 0, 0, second));
  /** How many mails are queued or sent to the address. */
  const mailsTo = async (email: string) => {
    await organization.runDue('mails of organization');
    return organization.smtp.mails.filter(({ to }) => to.includes(email)).length;
  };

  it('the other admins of each organization of the person get one mail for a reset of several passkeys, however often it is delivered', async () => {
    const [first, second] = [await createTenant(organization), await createTenant(organization)];
    const { userId, email } = await first.person('member');
    const viewer = await first.person('viewer');
    await organization.db.pool.query(
      `insert into members (id, organization_id, user_id, role) values (gen_random_uuid(), $1, $2, 'admin')`,
      [second.id, userId],
    );
    const messages = [deleted(userId, at(1)), deleted(userId, at(1))];
    await publish(...messages);
    await publish(...messages);
    const mail = await organization.nextMailTo(first.admin.email);
    expect(mail.subject).toBe('The passkeys of a member on Patchbay were deleted');
    expect(mail.text).toContain(`/o/${first.slug}/trail`);
    expect((await organization.nextMailTo(second.admin.email)).text).toContain(`/o/${second.slug}/trail`);
    expect(await Promise.all([first.admin, second.admin].map((admin) => mailsTo(admin.email)))).toEqual([
      1, 1,
    ]);
    expect(await Promise.all([email, viewer.email].map(mailsTo))).toEqual([0, 0]);
    await publish(deleted(userId, at(2)));
    expect(await mailsTo(first.admin.email)).toBe(2);
  });

  it('a passkey that its person has deleted is no mail, nor is an event without a person', async () => {
    const tenant = await createTenant(organization);
    const { userId } = await tenant.person('member');
    await publish(deleted(userId, at(1), {}), deleted('nobody', at(1)), deleted(v7(), at(1)));
    expect(await mailsTo(tenant.admin.email)).toBe(0);
  });

  it('admins of an organization that is deleted get none', async () => {
    const tenant = await createTenant(organization);
    const { userId } = await tenant.person('member');
    await organization.db.pool.query(
      'update organizations set deletes_at = now(), deleted_at = now() where id = $1',
      [tenant.id],
    );
    await publish(deleted(userId, at(1)));
    expect(await mailsTo(tenant.admin.email)).toBe(0);
  });
});
