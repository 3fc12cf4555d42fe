import { Code } from '@connectrpc/connect';
import { AuditService } from '@patchbay/contracts/patchbay/audit/v1/audit_service';
import { callAs } from '@patchbay/rpc/client';
import { systemClock } from '@patchbay/runtime/clock';
import { userContext } from '@patchbay/testing/callers';
import type { DomainEvent } from '@patchbay/trail/domain-event';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import type { Activity } from '../domain/activity.ts';
import { ada, clientOf, message, sharedAudit, sharedPool, sharedTrail } from '../test-bed.fixture.ts';
import { createListTurns } from './list-audit-logs.ts';
import { listWorkspaceActivity } from './list-workspace-activity.ts';

const trail = await sharedTrail();
const audit = await sharedAudit(trail.url);
const db = sharedPool(trail);
const client = clientOf(
  (router) =>
    void router.service(AuditService, {
      listWorkspaceActivity: listWorkspaceActivity({
        db,
        inPageTurn: createListTurns(undefined, systemClock),
      }),
    }),
);

/** A workspace of an organization, what happens in it, and what a viewer of it reads. */
function workspaceOf(organizationId = v7(), slug = 'spring') {
  const workspace = { id: v7(), slug, name: 'Spring' };
  const happen = (event: Pick<DomainEvent, 'action' | 'target'> & Partial<DomainEvent>) =>
    audit.publishAs(
      /^(integration|grant)\./.test(event.action) ? 'integration' : 'organization',
      message({ about: { organizationId }, workspace, ...event }),
    );
  const toIntegration = (id: string, action: DomainEvent['action'] = 'integration.connected') =>
    happen({ action, target: { type: 'integration', id, name: 'Nordlicht' } });
  const toGrant = (integrationId: string, name = 'Reports') =>
    happen({
      action: 'grant.created',
      target: { type: 'grant', id: v7(), name },
      metadata: { provider: 'criteo', integrationId },
    });
  const as = () => {
    const organization = { id: organizationId, slug: 'acme', name: 'Acme', role: 'guest' } as const;
    return callAs(
      userContext({ ...ada, access: { organization, workspace: { ...workspace, role: 'viewer' } } }),
    );
  };
  const page = async (asked: { cursor?: string; limit?: number; integrationId?: string } = {}) => {
    const { activity, nextCursor } = await client.listWorkspaceActivity({ limit: 50, ...asked }, as());
    return { activity: JSON.parse(Buffer.from(activity).toString()) as Activity[], nextCursor };
  };
  const actions = async (integrationId?: string) =>
    (await page(integrationId === undefined ? {} : { integrationId })).activity.map(({ action }) => action);
  return { organizationId, workspace, happen, toIntegration, toGrant, page, actions };
}

describe('listWorkspaceActivity', () => {
  it('viewers read what happened to the workspace, its integrations and grants, and nothing about people and keys', async () => {
    const { happen, toIntegration, toGrant, actions, organizationId, workspace } = workspaceOf();
    const other = workspaceOf(organizationId, 'autumn');
    await happen({
      action: 'workspace.created',
      target: { type: 'workspace', id: workspace.id, name: 'Spring' },
    });
    await happen({
      action: 'workspace_member.added',
      target: { type: 'workspace_member', id: v7(), name: 'Ben' },
    });
    await happen({
      action: 'invitation.created',
      target: { type: 'invitation', id: v7(), name: 'x@acme.example' },
    });
    await happen({ action: 'api_key.created', target: { type: 'api_key', id: v7(), name: 'Reports' } });
    const id = v7();
    await toIntegration(id);
    await toGrant(id);
    await other.toIntegration(v7(), 'integration.deleted');
    expect(await actions()).toEqual(['grant.created', 'integration.connected', 'workspace.created']);
    expect(await other.actions()).toEqual(['integration.deleted']);
  });

  it('pages are newest first, without gaps while entries arrive', async () => {
    const { toIntegration, page } = workspaceOf();
    const ids = Array.from({ length: 5 }, () => v7());
    for (const id of ids) await toIntegration(id);
    const first = await page({ limit: 2 });
    await toIntegration(v7());
    const second = await page({ limit: 2, cursor: first.nextCursor });
    const third = await page({ limit: 2, cursor: second.nextCursor });
    const found = [first, second, third].flatMap(({ activity }) => activity.map(({ target }) => target.id));
    expect(found).toEqual(ids.toReversed());
    expect(third.nextCursor).toBe('');
    await expect(page({ cursor: 'x' })).rejects.toMatchObject({ code: Code.InvalidArgument });
  });

  it('what happened to an integration has its grants, and none of an integration whose id a name repeats', async () => {
    const { toIntegration, toGrant, actions } = workspaceOf();
    const [one, two] = [v7(), v7()];
    await toIntegration(one);
    await toGrant(one);
    await toIntegration(two, 'integration.updated');
    await toGrant(two, `"integrationId":"${one}"`);
    await toIntegration(one, 'integration.used');
    expect(await actions(one)).toEqual(['integration.used', 'grant.created', 'integration.connected']);
    expect(await actions(two)).toEqual(['grant.created', 'integration.updated']);
    expect(await actions(v7())).toEqual([]);
  });

  it('a workspace that has the slug of a deleted one shows nothing from before', async () => {
    const before = workspaceOf();
    const id = v7();
    await before.toIntegration(id);
    await before.toGrant(id);
    await before.happen({
      action: 'workspace.deleted',
      target: { type: 'workspace', id: before.workspace.id, name: 'Spring' },
    });
    const now = workspaceOf(before.organizationId);
    expect([await now.actions(), await now.actions(id)]).toEqual([[], []]);
    await now.toIntegration(v7(), 'integration.created');
    expect(await now.actions()).toEqual(['integration.created']);
  });

  it('entries of another organization are not found by the id of their integration', async () => {
    const theirs = workspaceOf();
    const id = v7();
    await theirs.toIntegration(id);
    expect(await workspaceOf().actions(id)).toEqual([]);
  });
});
