import { toBinary } from '@bufbuild/protobuf';
import { EventSchema } from '@patchbay/contracts/patchbay/events/v1/event';
import { toEvent } from '@patchbay/events/envelope';
import { anonymousContext } from '@patchbay/testing/callers';
import { waitFor } from '@patchbay/testing/wait';
import type { Action } from '@patchbay/trail/action';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { present } from '../attempts/attempts.fixture.ts';
import { findAnyIntegration } from '../store/integrations.ts';
import { asClient, type Tenant, tokenOf } from '../tenant.fixture.ts';
import { workerBed } from '../workers/workers.fixture.ts';

const given = workerBed();

/** The message that organization publishes about a workspace or an organization. */
const about = (
  { organizationId }: Pick<Tenant, 'organizationId'>,
  action: Extract<Action, `organization.${string}` | 'workspace.deleted'>,
  {
    id = organizationId,
    now = given.bed.service.clock.now(),
  }: { readonly id?: string; readonly now?: Date } = {},
) => {
  const type = action === 'workspace.deleted' ? 'workspace' : 'organization';
  const event = toEvent(
    { action, about: { organizationId }, target: { type, id, name: 'Spring' } },
    anonymousContext(),
    { now },
  );
  return { key: organizationId, value: toBinary(EventSchema, event), headers: {} };
};
const workspaceDeleted = (tenant: Tenant) => about(tenant, 'workspace.deleted', { id: tenant.workspaceId });
const publish = (...messages: ReturnType<typeof about>[]) => given.bed.service.publish(...messages);
const secondsAgo = (seconds: number): Date =>
  new Date(given.bed.service.clock.now().getTime() - seconds * 1_000);
const runDue: typeof given.bed.service.runDue = (...names) => given.bed.service.runDue(...names);

const countOf = async (table: string, tenant: Tenant): Promise<unknown> =>
  (
    await given.sql(
      `select count(*)::integer as count from ${table} where workspace_id = $1`,
      tenant.workspaceId,
    )
  )[0]?.['count'];
const left = async (tenant: Tenant) =>
  Promise.all(
    ['integrations', 'credentials', 'connect_links', 'integration_counts'].map((t) => countOf(t, tenant)),
  );
const destroy = (tenant: Tenant) =>
  given.bed.service.integrations.destroyWorkspace({ workspaceId: tenant.workspaceId }, tenant.as('admin'));

describe('a deleted workspace', () => {
  it('its credentials are destroyed before the answer, revoked at the provider, and its rows removed', async () => {
    const tenant = given.bed.newTenant();
    const id = await given.bed.connectedRotor(tenant);
    const { refreshToken } = given.bed.rotor;
    await given.bed.connectedForm(tenant);
    await tenant.create();
    await tenant.trail();
    expect(
      await given.bed.service.integrations.countWorkspace(
        { workspaceId: tenant.workspaceId },
        tenant.as('admin'),
      ),
    ).toMatchObject({ integrations: 3, grants: 0, connectLinks: 1 });
    await destroy(tenant);
    expect(await countOf('credentials', tenant)).toBe(0);
    expect(await findAnyIntegration(given.bed.service.db, id)).toBeUndefined();
    await runDue('revocations', 'ended workspaces');
    expect(given.bed.rotor.revoked).toContain(refreshToken);
    expect(await left(tenant)).toEqual([0, 0, 0, 0]);
    expect(await countOf('revocations', tenant)).toBe(0);
    expect(
      await given.sql(
        'select slug, name, organization_name from workspaces where id = $1',
        tenant.workspaceId,
      ),
    ).toEqual([{ slug: '', name: '', organization_name: '' }]);
    expect(await tenant.trail()).toEqual([]);
  });

  it('only an admin of the organization may destroy it, and only the workspace of the caller token', async () => {
    const tenant = given.bed.newTenant();
    const { workspaceId } = tenant;
    for (const method of ['countWorkspace', 'destroyWorkspace'] as const) {
      const call = given.bed.service.integrations[method];
      await expect(call({ workspaceId }, tenant.as('member'))).rejects.toMatchObject({
        code: 'forbidden',
      });
      await expect(call({ workspaceId: v7() }, tenant.as('admin'))).rejects.toMatchObject({
        code: 'not_found',
      });
    }
  });

  it('the event destroys as the call does, however often and in whatever order both come', async () => {
    const tenant = given.bed.newTenant();
    const id = await given.bed.connectedForm(tenant);
    const sibling = tenant.sibling();
    const kept = await given.bed.connectedForm(sibling);
    await publish(workspaceDeleted(tenant), workspaceDeleted(tenant));
    expect(await given.bed.row('credentials', id)).toBeUndefined();
    await destroy(tenant);
    await publish(workspaceDeleted(tenant));
    await runDue('ended workspaces');
    expect(await left(tenant)).toEqual([0, 0, 0, 0]);
    expect(await given.bed.row('credentials', kept)).toBeDefined();
  });

  it('nothing that was on its way brings it back', async () => {
    const tenant = given.bed.newTenant();
    const integration = await tenant.create({ provider: 'rotating' });
    const query = await given.bed.consent(tokenOf(integration));
    await publish(workspaceDeleted(tenant));
    await expect(tenant.create()).rejects.toMatchObject({ code: 'not_found' });
    expect(await given.bed.comeBack(query)).toContain('outcome=failed');
    await expect(
      given.bed.service.connect.getConnectPage({ token: tokenOf(integration) }, asClient()),
    ).rejects.toMatchObject({ code: 'not_found' });
    await runDue('ended workspaces');
    expect(await left(tenant)).toEqual([0, 0, 0, 0]);
    // Neither in a workspace that had no integration before.
    const empty = given.bed.newTenant();
    await publish(workspaceDeleted(empty));
    await expect(empty.create()).rejects.toMatchObject({ code: 'not_found' });
  });

  it('the deletion waits for a transaction that stores credentials, and destroys them', async () => {
    const tenant = given.bed.newTenant();
    const id = await given.bed.connectedForm(tenant);
    const client = await given.bed.service.db.pool.connect();
    try {
      await client.query('begin');
      await client.query(
        `select i.id from integrations i join workspaces w on w.id = i.workspace_id where i.id = $1
         for no key update of i for key share of w`,
        [id],
      );
      const destroyed = destroy(tenant);
      const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await waitFor(async () => (await given.sql(waits)).length > 0, { what: 'the deletion to wait' });
      await client.query(`update credentials set version = version + 1 where integration_id = $1`, [id]);
      await client.query('commit');
      await destroyed;
      expect(await given.bed.row('credentials', id)).toBeUndefined();
    } finally {
      client.release();
    }
  });

  it('creations at the same time are destroyed with it or refused', async () => {
    const tenant = given.bed.newTenant();
    await tenant.create();
    await Promise.allSettled([
      ...Array.from({ length: 8 }, () => tenant.create()),
      publish(workspaceDeleted(tenant)),
      ...Array.from({ length: 8 }, () => tenant.create()),
    ]);
    await expect(tenant.create()).rejects.toMatchObject({ code: 'not_found' });
    await runDue('ended workspaces');
    expect(await left(tenant)).toEqual([0, 0, 0, 0]);
  });

  it('uses and changes that the trail does not have yet still get there', async () => {
    const tenant = given.bed.newTenant();
    const { id } = await tenant.create();
    await tenant.trail();
    const event = {
      action: 'integration.used',
      about: { organizationId: tenant.organizationId },
      target: { type: 'integration', id, name: 'Shop' },
    };
    const call = { ...anonymousContext(), caller: { type: 'system' } };
    await publish(workspaceDeleted(tenant));
    await given.sql(
      `insert into first_uses (integration_id, caller_id, day, event, call) values ($1, $1, current_date, $2, $3)`,
      id,
      event,
      call,
    );
    await given.sql(
      `insert into sent_changes (id, event, call, status, answered_at) values ($1, $2, $3, 200, now())`,
      v7(),
      { ...event, action: 'integration.request_sent' },
      call,
    );
    await runDue('trail of uses');
    expect((await tenant.trail()).map(({ action }) => action).toSorted()).toEqual([
      'integration.request_sent',
      'integration.used',
    ]);
  });

  it('more uses than one transaction removes go', async () => {
    const tenant = given.bed.newTenant();
    const { id } = await tenant.create();
    await given.sql(
      `insert into uses (integration_id, hour, caller_type, caller_id, caller_name, grant_id, api, last_at)
       select $1, date_trunc('hour', now()) - n * interval '1 hour', 'user', $1, 'Ada', $1, 'a', now() from generate_series(1, 6000) n`,
      id,
    );
    await publish(workspaceDeleted(tenant));
    await runDue('ended workspaces');
    expect(await left(tenant)).toEqual([0, 0, 0, 0]);
    expect(await given.sql('select 1 from uses where integration_id = $1 limit 1', id)).toEqual([]);
  });

  it('an event without valid ids is set aside, and the ones behind it are handled', async () => {
    const tenant = given.bed.newTenant();
    const id = await given.bed.connectedForm(tenant);
    const other = given.bed.newTenant();
    await publish(
      about(other, 'workspace.deleted', { id: 'none' }),
      // Of another organization.
      about(other, 'workspace.deleted', { id: tenant.workspaceId }),
    );
    expect(await given.bed.row('credentials', id)).toBeDefined();
    await publish(about(other, 'workspace.deleted', { id: 'none' }), workspaceDeleted(tenant));
    expect(await given.bed.row('credentials', id)).toBeUndefined();
  });
});

describe('a closed or suspended organization', () => {
  const pauseOf = async ({ organizationId }: Tenant) =>
    (
      await given.sql(
        'select closed, suspended, deleted from paused_organizations where organization_id = $1',
        organizationId,
      )
    )[0];
  const open = { closed: false, suspended: false, deleted: false };

  it('repeated and late events change nothing', async () => {
    const tenant = given.bed.newTenant();
    const before = (seconds: number, action: Parameters<typeof about>[1]) =>
      about(tenant, action, { now: secondsAgo(seconds) });
    const closed = before(30, 'organization.closed');
    await publish(closed);
    expect(await pauseOf(tenant)).toEqual({ ...open, closed: true });
    await publish(before(20, 'organization.restored'));
    expect(await pauseOf(tenant)).toEqual(open);
    await publish(closed, before(25, 'organization.suspended'));
    expect(await pauseOf(tenant)).toEqual({ ...open, suspended: true });
    await publish(before(26, 'organization.resumed'));
    expect(await pauseOf(tenant)).toEqual({ ...open, suspended: true });
    await publish(before(24, 'organization.resumed'));
    expect(await pauseOf(tenant)).toEqual(open);
  });

  it('nothing of it is verified or renewed until it is open again', async () => {
    const tenant = given.bed.newTenant();
    const id = await given.bed.connectedRotor(tenant);
    const renewals = () => given.bed.requests('rotating', '/token').length;
    await publish(about(tenant, 'organization.closed', { now: secondsAgo(9) }));
    const before = renewals();
    const checkedAt = (await given.integrationOf(id))['status_checked_at'];
    await given.verifyDue(id);
    const postponed = await given.integrationOf(id);
    expect(postponed).toMatchObject({ status_checked_at: checkedAt, check_attempts: 0 });
    expect(given.secondsUntil(postponed['check_at'])).toBe(3_600);
    await given.renewDue(id);
    expect(given.secondsUntil((await given.bed.row('credentials', id))?.['renew_at'])).toBe(3_600);
    expect(renewals()).toBe(before);
    await publish(about(tenant, 'organization.restored', { now: secondsAgo(8) }));
    // The token has expired, so that its verification renews it.
    await given.verifyDue(id);
    expect(await given.integrationOf(id)).toMatchObject({
      status_checked_at: given.bed.service.clock.now(),
    });
    expect(renewals()).toBe(before + 1);
    await given.renewDue(id);
    expect(renewals()).toBe(before + 2);
  });

  it('the trail is not told of authorizations that end until it is open again', async () => {
    const tenant = given.bed.newTenant();
    const id = await given.bed.connectedForm(tenant);
    const waiting = await given.bed.connectedForm(given.bed.newTenant());
    await publish(about(tenant, 'organization.suspended', { now: secondsAgo(9) }));
    await tenant.trail();
    for (const each of [id, waiting])
      await given.sql(
        'update integrations set authorization_ends_at = $2 where id = $1',
        each,
        secondsAgo(-43_200),
      );
    const told = async (each: string) => (await given.integrationOf(each))['day_told_of'];
    await runDue('ending authorizations');
    expect(await told(waiting)).not.toBeNull();
    expect(await told(id)).toBeNull();
    await publish(about(tenant, 'organization.resumed', { now: secondsAgo(8) }));
    await runDue('ending authorizations');
    expect(await told(id)).not.toBeNull();
  });

  it('connect links of a closed one are a conflict, those of a suspended one are forbidden', async () => {
    const tenant = given.bed.newTenant();
    const integration = await tenant.create({ provider: 'rotating' });
    const token = tokenOf(integration);
    const query = await given.bed.consent(token);
    const { connect } = given.bed.service;
    await publish(about(tenant, 'organization.closed', { now: secondsAgo(9) }));
    const code = 'conflict';
    await expect(connect.getConnectPage({ token }, asClient())).rejects.toMatchObject({ code });
    await expect(connect.startConnectOauth({ token }, asClient())).rejects.toMatchObject({ code });
    await expect(connect.submitConnectCredentials({ token }, asClient())).rejects.toMatchObject({ code });
    expect(await given.bed.comeBack(query)).toContain('outcome=failed');
    await publish(
      about(tenant, 'organization.restored', { now: secondsAgo(8) }),
      about(tenant, 'organization.suspended', { now: secondsAgo(7) }),
    );
    await expect(connect.getConnectPage({ token }, asClient())).rejects.toMatchObject({
      code: 'forbidden',
    });
    await publish(about(tenant, 'organization.resumed', { now: secondsAgo(6) }));
    expect(await connect.getConnectPage({ token }, asClient())).toMatchObject({ status: 'pending' });
  });

  it('revocations at the provider go on', async () => {
    const tenant = given.bed.newTenant();
    const id = await given.bed.connectedRotor(tenant);
    const { refreshToken } = given.bed.rotor;
    await publish(about(tenant, 'organization.closed'));
    await given.bed.service.integrations.deleteIntegration({ integrationId: id }, tenant.as('admin'));
    await runDue('revocations');
    expect(given.bed.rotor.revoked).toContain(refreshToken);
  });
});

describe('a deleted organization', () => {
  it('everything of it goes, and nothing comes back', async () => {
    const tenant = given.bed.newTenant();
    const sibling = tenant.sibling();
    const ids = [await given.bed.connectedForm(tenant), await given.bed.connectedForm(sibling)];
    await given.sql(
      `insert into first_uses (integration_id, caller_id, day, event, call, recorded_at) values ($1, $1, current_date, $2, '{}', now())`,
      present(ids[0]),
      { about: { organizationId: tenant.organizationId } },
    );
    const deleted = about(tenant, 'organization.deleted');
    await publish(deleted);
    for (const id of ids) expect(await given.bed.row('credentials', id)).toBeUndefined();
    expect(await given.sql('select 1 from first_uses where integration_id = $1', present(ids[0]))).toEqual(
      [],
    );
    await runDue('ended workspaces');
    for (const each of [tenant, sibling]) expect(await left(each)).toEqual([0, 0, 0, 0]);
    for (const each of [tenant, tenant.sibling()])
      await expect(each.create()).rejects.toMatchObject({ code: 'not_found' });
    await publish(deleted, about(tenant, 'organization.restored'));
    await expect(tenant.sibling().create()).rejects.toMatchObject({ code: 'not_found' });
  });

  it('a workspace that appears after the event is ended by the worker', async () => {
    const tenant = given.bed.newTenant();
    await publish(about(tenant, 'organization.deleted'));
    // As a creation that had looked before the event was handled, and commits after it.
    const id = v7();
    await given.sql(
      `insert into workspaces (id, organization_id, slug, name, organization_name, name_as_of, organization_name_as_of)
       values ($1, $2, 'spring', 'Spring', 'Acme', now(), now())`,
      id,
      tenant.organizationId,
    );
    const name = async () => (await given.sql('select name from workspaces where id = $1', id))[0]?.['name'];
    await runDue('ended workspaces');
    expect(await name()).toBe('');
  });
});
