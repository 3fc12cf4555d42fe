import { toBinary } from '@bufbuild/protobuf';
import { type Event, EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import { toEvent } from '@patchbay/events/envelope';
import { anonymousContext } from '@patchbay/testing/callers';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { createTenant } from '../tenant.fixture.ts';
import { sharedOrganization } from '../test-bed.fixture.ts';

const organization = await sharedOrganization();

describe('the consumer of webhooks', () => {
  const disabled = (organizationId: string, createdByEmail: string, reason = 'gone', id = v7()) =>
    toEvent(
      {
        action: 'webhook.disabled',
        about: { organizationId },
        target: { type: 'webhook', id, name: 'hooks.example.com' },
        metadata: { reason, createdByEmail },
      },
      anonymousContext(),
    );
  const publish = (...events: Event[]) =>
    organization.publish(
      'webhook',
      events.map((event) => ({
        key: event.organizationId,
        value: toBinary(EventSchema, event),
        headers: {},
      })),
    );
  const mailsTo = (email: string) =>
    organization.smtp.mails.filter(
      ({ to, subject }) => to.includes(email) && subject === 'A webhook on Patchbay was disabled',
    );

  it('admins and whoever created the webhook get one mail, however often the event is delivered', async () => {
    const tenant = await createTenant(organization);
    const [creator, viewer] = [await tenant.person('member'), await tenant.person('viewer')];
    const event = disabled(tenant.id, creator.email);
    await publish(event, event);
    await publish(event);
    for (const { email } of [tenant.admin, creator])
      expect((await organization.nextMailTo(email)).text).toContain('hooks. example. com');
    // The next one to the same people comes after all of the first event.
    await publish(disabled(tenant.id, creator.email, 'failing'));
    for (const { email } of [tenant.admin, creator])
      expect((await organization.nextMailTo(email)).text).toContain('for five days');
    for (const { email } of [tenant.admin, creator]) expect(mailsTo(email)).toHaveLength(2);
    expect(mailsTo(viewer.email)).toEqual([]);
  });

  it('a webhook that is disabled again and again is mailed once a day, and an organization gets few in an hour', async () => {
    const tenant = await createTenant(organization);
    const { email } = tenant.admin;
    const webhookId = v7();
    const again = () => publish(disabled(tenant.id, email, 'gone', webhookId));
    await again();
    await again();
    await organization.clock.jump(25 * 3_600_000);
    await again();
    await organization.nextMailTo(email);
    await organization.nextMailTo(email);
    for (let count = 0; count < 12; count += 1) await publish(disabled(tenant.id, email));
    const { rows } = await organization.db.pool.query<{ told: number }>(
      `select count(*)::int as told from disabled_webhooks where organization_id = $1`,
      [tenant.id],
    );
    expect(rows).toEqual([{ told: 10 }]);
  });

  it('whoever created the webhook and has left gets none, nor does anybody of another organization', async () => {
    const [tenant, other] = [await createTenant(organization), await createTenant(organization)];
    await publish(disabled(tenant.id, other.admin.email));
    await organization.nextMailTo(tenant.admin.email);
    const { rows } = await organization.db.pool.query('select 1 from mails where recipient = $1', [
      other.admin.email,
    ]);
    expect(rows).toEqual([]);
    expect(mailsTo(other.admin.email)).toEqual([]);
  });

  it('an event that says nothing usable, or of an organization that is not known, is no mail', async () => {
    const tenant = await createTenant(organization);
    await publish(disabled(tenant.id, tenant.admin.email, 'another'), disabled(v7(), tenant.admin.email));
    await publish(disabled(tenant.id, tenant.admin.email));
    await organization.nextMailTo(tenant.admin.email);
    expect(mailsTo(tenant.admin.email)).toHaveLength(1);
  });
});
