import { cells } from '../ledger.ts';
import type { Organization, Workspace } from '../world.ts';
import {
  asUser,
  holding,
  membersOf,
  pathOf,
  pickFrom,
  type Step,
  type StepContext,
  sessionOf,
  targetOf,
  things,
} from './step.ts';

export async function createWorkspaceIn(
  context: StepContext,
  organization: Organization,
  givesUp: boolean,
): Promise<boolean> {
  const { slug: organizationSlug, owner, workspaces } = organization;
  const name = context.world.nextName('Workspace');
  const slug = name.toLowerCase().replace(' ', '-');
  return holding(context, [], async (perform) => {
    const { outcome, body } = await perform<{ id: string }>({
      operation: 'createWorkspace',
      actor: asUser(owner),
      creates: true,
      request: {
        method: 'POST',
        path: `${pathOf(organization)}/workspaces`,
        body: { name, slug },
        ...sessionOf(owner),
      },
      effects: (created) => [
        {
          action: 'workspace.created',
          organization: organizationSlug,
          ...(created && { targetId: created.id }),
        },
      ],
      writes: () => [{ cell: cells.workspace(organizationSlug, slug), value: name }],
      givesUp,
    });
    if (outcome === 'acknowledged' && body !== undefined)
      workspaces.push({ id: body.id, slug, assigned: new Set() });
  });
}

export const createWorkspace: Step = async (context) =>
  createWorkspaceIn(context, context.random.pick(context.world.active), context.random.chance(0.1));

/** A second workspace with a slug that is taken, under a key of its own: a refusal that leaves nothing behind. */
export const createTakenWorkspace: Step = async (context) => {
  const { random, world } = context;
  const organization = random.pick(world.active);
  const taken = pickFrom(random, organization.workspaces);
  if (taken === undefined) return false;
  return holding(context, [], async (perform) => {
    await perform({
      operation: 'createWorkspace',
      actor: asUser(organization.owner),
      creates: true,
      request: {
        method: 'POST',
        path: `${pathOf(organization)}/workspaces`,
        body: { name: 'Taken', slug: taken.slug },
        ...sessionOf(organization.owner),
      },
      effects: () => [],
      refusals: [409],
    });
  });
};

export const renameWorkspace: Step = async (context) => {
  const { random, world } = context;
  const organization = random.pick(world.active);
  const workspace = pickFrom(random, organization.workspaces);
  return workspace !== undefined && renameWorkspaceIn(context, organization, workspace, random.chance(0.2));
};

export async function renameWorkspaceIn(
  context: StepContext,
  organization: Organization,
  workspace: Workspace,
  givesUp: boolean,
): Promise<boolean> {
  return holding(context, [things.workspace(organization, workspace)], async (perform) => {
    const name = context.world.nextName('Renamed workspace');
    await perform({
      operation: 'updateWorkspace',
      actor: asUser(organization.owner),
      request: {
        method: 'PATCH',
        path: `${pathOf(organization)}/workspaces/${workspace.slug}`,
        body: { name },
        ...sessionOf(organization.owner),
      },
      effects: () => [
        { action: 'workspace.updated', organization: organization.slug, targetId: workspace.id },
      ],
      writes: () => [{ cell: cells.workspace(organization.slug, workspace.slug), value: name }],
      givesUp,
    });
  });
}

/** Assigns a member to a workspace, or ends an assignment. */
export const assign: Step = async (context) => {
  const { random, world } = context;
  const organization = random.pick(world.active);
  const { slug, owner } = organization;
  const workspace = pickFrom(random, organization.workspaces);
  const person = pickFrom(random, membersOf(world, organization));
  if (workspace === undefined || person === undefined) return false;
  const { email, userId } = person;
  return holding(context, [things.member(organization, person)], async (perform) => {
    // A guest without assignments loses keys: guests keep theirs here.
    const role = organization.members.get(email);
    if (role === undefined || role === 'guest') return;
    const members = `${pathOf(organization)}/workspaces/${workspace.slug}/members`;
    const cell = cells.assignment(slug, workspace.slug, email);
    const about = targetOf(person);
    if (workspace.assigned.has(email)) {
      const { outcome } = await perform({
        operation: 'removeWorkspaceMember',
        actor: asUser(owner),
        request: { method: 'DELETE', path: `${members}/${userId}`, ...sessionOf(owner) },
        effects: () => [{ action: 'workspace_member.removed', organization: slug, ...about }],
        writes: () => [{ cell, value: null }],
        afterLoss: { status: 404, means: 'acknowledged' },
      });
      if (outcome === 'acknowledged') workspace.assigned.delete(email);
      return;
    }
    const { outcome } = await perform({
      operation: 'addWorkspaceMember',
      actor: asUser(owner),
      creates: true,
      request: {
        method: 'POST',
        path: members,
        body: { userId, role: random.pick(['admin', 'member', 'viewer']) },
        ...sessionOf(owner),
      },
      effects: () => [{ action: 'workspace_member.added', organization: slug, ...about }],
      writes: () => [{ cell, value: 'assigned' }],
    });
    if (outcome === 'acknowledged') workspace.assigned.add(email);
  });
};
