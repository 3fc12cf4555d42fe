import { toBinary } from '@bufbuild/protobuf';
import { type Event, EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { createTenant, newcomer, type Tenant, type Workspace } from '../tenant.fixture.ts';
import { asPerson, sharedOrganization } from '../test-bed.fixture.ts';
import { integrationEvents, newIntegration, type TestIntegration } from '../watching.fixture.ts';

const organization = await sharedOrganization();

describe('the consumer of integrations', () => {
  const { eventAbout, broke, willEnd } = integrationEvents(() => organization.clock.now());
  const messageOf = (event: Event) => ({
    key: event.organizationId,
    value: toBinary(EventSchema, event),
    headers: {},
  });
  /** What is published later happens later. */
  const publish = async (...events: Event[]): Promise<void> => {
    await organization.publish('integration', events.map(messageOf));
    await organization.clock.advance(1);
  };
  const isWatched = async (path: Workspace, person: Tenant['admin']) =>
    (await organization.workspaces.getWorkspace(path, asPerson(person))).workspace?.watched;
  const start = async () => {
    const tenant = await createTenant(organization);
    const path = await tenant.workspace();
    const { workspace } = await organization.workspaces.getWorkspace(path, asPerson(tenant.admin));
    const integration = newIntegration(tenant.id, workspace?.id ?? '');
    return { tenant, path, integration };
  };
  const endsAt = new Date('2027-01-01T00:00:00Z');
  /** The kinds that hold, with the name of the integration. */
  const held = async ({ id }: TestIntegration) => {
    const text = `select kind::text, name from notices where integration_id = $1 and ended_at is null order by kind`;
    const { rows } = await organization.db.pool.query<{ kind: string; name: string }>(text, [id]);
    return rows.map(({ kind, name }) => `${name} is ${kind}`);
  };
  const created = (integration: TestIntegration, by: Tenant['admin'], at?: Date) =>
    eventAbout(integration, { action: 'integration.created', by, ...(at && { at }) });

  describe('who begins to watch', () => {
    it('whoever creates an integration begins to watch its workspace', async () => {
      const { tenant, path, integration } = await start();
      await publish(created(integration, tenant.admin));
      expect(await isWatched(path, tenant.admin)).toBe(true);
    });

    it('an event that is delivered again, or late, does not undo the end of watching; a new integration does', async () => {
      const { tenant, path, integration } = await start();
      const { admin } = tenant;
      const [first, inFlight] = [created(integration, admin), created(integration, admin)];
      await publish(first);
      await organization.workspaces.unwatchWorkspace(path, asPerson(admin));
      await publish(first, inFlight);
      expect(await isWatched(path, admin)).toBe(false);
      await publish(created(integration, admin, organization.hoursAgo(-1)));
      expect(await isWatched(path, admin)).toBe(true);
    });

    it('somebody who no longer sees the workspace, or has access only since, does not begin to watch', async () => {
      const { tenant, path, integration } = await start();
      const [guest, back, stranger] = [
        await tenant.person('guest'),
        await tenant.person('member'),
        await newcomer(organization),
      ];
      await publish(
        created(integration, guest),
        created(integration, back, organization.hoursAgo(1)),
        created(integration, stranger),
      );
      await tenant.assign(guest, path, 'member');
      expect([await isWatched(path, guest), await isWatched(path, back)]).toEqual([false, false]);
      const { rows } = await organization.db.pool.query('select 1 from watches where user_id = $1', [
        stranger.userId,
      ]);
      expect(rows).toEqual([]);
    });

    it('an integration that an API key or a client creates makes nobody watch', async () => {
      const { tenant, path, integration } = await start();
      await publish(eventAbout(integration, { action: 'integration.created' }));
      expect(await isWatched(path, tenant.admin)).toBe(false);
    });
  });

  describe('notices', () => {
    it.each(['integration.status_changed', 'integration.enabled', 'integration.connect_failed'] as const)(
      '%s to the status error is a notice, and without a change of status it is none',
      async (action) => {
        const { integration } = await start();
        await publish(eventAbout(integration, { action }));
        expect(await held(integration)).toEqual([]);
        await publish(eventAbout(integration, { action, status: 'error' }));
        expect(await held(integration)).toEqual(['Client is broken']);
      },
    );

    it.each([
      ['integration.connected', 'active'],
      ['integration.disabled', 'disabled'],
      ['integration.deleted', undefined],
    ] as const)('%s ends every notice of an integration', async (action, status) => {
      const { integration } = await start();
      await publish(broke(integration), willEnd(integration, endsAt));
      expect(await held(integration)).toEqual(['Client is broken', 'Client is ending']);
      await publish(eventAbout(integration, { action, ...(status !== undefined && { status }) }));
      expect(await held(integration)).toEqual([]);
    });

    it('an integration that is active again is not broken, and its authorization still ends', async () => {
      const { integration } = await start();
      await publish(broke(integration), willEnd(integration, endsAt));
      await publish(eventAbout(integration, { action: 'integration.status_changed', status: 'active' }));
      expect(await held(integration)).toEqual(['Client is ending']);
    });

    it('an integration that breaks has one notice', async () => {
      const { integration } = await start();
      await publish(willEnd(integration, endsAt));
      await publish(broke(integration));
      expect(await held(integration)).toEqual(['Client is broken']);
    });

    it('a notice has the newest name of its integration', async () => {
      const { integration } = await start();
      await publish(broke(integration));
      await publish(eventAbout({ ...integration, name: 'Renamed' }, { action: 'integration.updated' }));
      expect(await held(integration)).toEqual(['Renamed is broken']);
    });

    it('events that are delivered again, or in another order, do not bring an old notice back', async () => {
      const { integration } = await start();
      const [early, late] = [broke(integration), willEnd(integration, endsAt)];
      const connected = eventAbout(integration, {
        action: 'integration.connected',
        status: 'active',
        at: organization.hoursAgo(-1),
      });
      await publish(early, late, connected);
      await publish(early);
      await publish(late, early);
      expect(await held(integration)).toEqual([]);

      const { integration: other } = await start();
      await publish(
        eventAbout(other, {
          action: 'integration.connected',
          status: 'active',
          at: organization.hoursAgo(-1),
        }),
      );
      await publish(broke(other));
      expect(await held(other)).toEqual([]);
    });

    it('a notice that is delivered again is the same notice', async () => {
      const { integration } = await start();
      const event = broke(integration);
      const position = async () =>
        (
          await organization.db.pool.query('select position from notices where integration_id = $1', [
            integration.id,
          ])
        ).rows;
      await publish(event);
      const before = await position();
      await publish(event);
      expect(await position()).toEqual(before);
    });

    it('an event of an unknown organization or workspace is ignored', async () => {
      const { tenant } = await start();
      await publish(broke(newIntegration(v7(), v7())), broke(newIntegration(tenant.id, v7())));
      const { rows } = await organization.db.pool.query('select 1 from notices where organization_id = $1', [
        tenant.id,
      ]);
      expect(rows).toEqual([]);
    });

    it('an event that says nothing usable is set aside, and the events behind it are handled', async () => {
      const { integration } = await start();
      const other = { ...integration, id: v7() };
      await publish(
        eventAbout(integration, { action: 'integration.authorization_ending' }),
        broke({ ...integration, workspaceId: 'none' }),
        broke(other),
      );
      expect([await held(integration), await held(other)]).toEqual([[], ['Client is broken']]);
    });
  });
});
