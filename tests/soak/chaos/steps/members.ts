import { apiKeyWrites, cells } from '../ledger.ts';
import type { Organization, Person } from '../world.ts';
import {
  asUser,
  holding,
  membersOf,
  type Perform,
  pathOf,
  pickFrom,
  type Step,
  sessionOf,
  targetOf,
  things,
} from './step.ts';

export const renameOrganization: Step = async (context) => {
  const { random, world } = context;
  const organization = random.pick(world.active);
  return holding(context, [things.organization(organization)], async (perform) => {
    const name = world.nextName('Organization');
    await perform<{ id: string }>({
      operation: 'updateOrganization',
      actor: asUser(organization.owner),
      request: {
        method: 'PATCH',
        path: pathOf(organization),
        body: { name },
        ...sessionOf(organization.owner),
      },
      effects: (body) => [
        {
          action: 'organization.updated',
          organization: organization.slug,
          ...(body && { targetId: body.id }),
        },
      ],
      writes: () => [{ cell: cells.organizationName(organization.slug), value: name }],
      givesUp: random.chance(0.2),
    });
  });
};

export const changeRole: Step = async (context) => {
  const { random, world } = context;
  const organization = random.pick(world.active);
  const person = pickFrom(random, membersOf(world, organization));
  if (person === undefined) return false;
  return holding(context, [things.member(organization, person)], async (perform) => {
    const { slug, owner, members } = organization;
    const before = members.get(person.email);
    if (before === undefined) return;
    const role = random.pick((['admin', 'member', 'viewer'] as const).filter((other) => other !== before));
    const { outcome } = await perform({
      operation: 'updateOrganizationMember',
      actor: asUser(owner),
      request: {
        method: 'PATCH',
        path: `${pathOf(organization)}/members/${person.userId}`,
        body: { role },
        ...sessionOf(owner),
      },
      effects: () => [{ action: 'member.role_changed', organization: slug, ...targetOf(person) }],
      writes: () => [{ cell: cells.member(slug, person.email), value: role }],
    });
    if (outcome === 'acknowledged') members.set(person.email, role);
  });
};

/** `by`: the person, who leaves, or the owner. Ends assignments and revokes the person's own keys, as the contract says. */
async function remove(
  perform: Perform,
  organization: Organization,
  person: Person,
  by: Person,
): Promise<void> {
  const { slug, members, workspaces, keys } = organization;
  const { email, userId } = person;
  if (!members.has(email)) return;
  const assigned = workspaces.filter((workspace) => workspace.assigned.has(email));
  const revoked = keys.filter(
    ({ level, creator, status }) => level === 'user' && creator === person && status !== 'revoked',
  );
  const { outcome } = await perform({
    operation: 'removeOrganizationMember',
    actor: asUser(by),
    request: { method: 'DELETE', path: `${pathOf(organization)}/members/${userId}`, ...sessionOf(by) },
    effects: () => [
      { action: 'member.removed', organization: slug, ...targetOf(person) },
      ...revoked.map(({ id }) => ({ action: 'api_key.revoked', organization: slug, targetId: id })),
    ],
    writes: () => [
      { cell: cells.member(slug, email), value: null },
      ...assigned.map((workspace) => ({ cell: cells.assignment(slug, workspace.slug, email), value: null })),
      ...revoked.flatMap((key) => apiKeyWrites(slug, key, 'revoked')),
    ],
    membership: { email, organization: slug, is: 'ended' },
    afterLoss: { status: 404, means: 'acknowledged' },
  });
  if (outcome !== 'acknowledged') return;
  members.delete(email);
  for (const workspace of assigned) workspace.assigned.delete(email);
  for (const key of revoked) key.status = 'revoked';
}

export const removeOrLeave: Step = async (context) => {
  const { random, world } = context;
  const organization = random.pick(world.active);
  const person = pickFrom(random, membersOf(world, organization));
  if (person === undefined) return false;
  const by = random.chance(0.5) ? person : organization.owner;
  return holding(context, [things.member(organization, person)], (perform) =>
    remove(perform, organization, person, by),
  );
};

/** A person who is no admin asks for a workspace: a refusal that leaves nothing behind. */
export const createWorkspaceAsViewer: Step = async (context) => {
  const { random, world } = context;
  const organization = random.pick(world.active);
  const person = pickFrom(random, membersOf(world, organization));
  if (person === undefined) return false;
  return holding(context, [things.member(organization, person)], async (perform) => {
    const role = organization.members.get(person.email);
    if (role === undefined || role === 'admin') return;
    await perform({
      operation: 'createWorkspace',
      actor: asUser(person),
      creates: true,
      request: {
        method: 'POST',
        path: `${pathOf(organization)}/workspaces`,
        body: { name: 'Forbidden', slug: 'forbidden' },
        ...sessionOf(person),
      },
      effects: () => [],
      refusals: [403],
    });
  });
};
