import { cells } from '../ledger/cells.ts';
import type { Person } from '../world/world.ts';
import { signIn } from './sign-in.ts';
import { asUser, holding, pathOf, type Step, type StepContext, sessionOf, targetOf, things } from './step.ts';

export async function rename(
  context: StepContext,
  person: Person,
  givesUp = context.random.chance(0.2),
): Promise<boolean> {
  const { world } = context;
  if (person.session === undefined) return false;
  return holding(context, [things.name(person)], async (perform) => {
    const name = world.nextName(`Name of ${person.email.split('@')[0]}`);
    await perform({
      operation: 'updateMe',
      actor: asUser(person),
      request: { method: 'PATCH', path: '/v1/me', body: { name }, ...sessionOf(person) },
      effects: () => [{ action: 'user.updated', person: person.email, ...targetOf(person) }],
      writes: () => [{ cell: cells.personName(person.email), value: name }],
      givesUp,
    });
  });
}

export const renameSomebody: Step = async (context) =>
  rename(context, context.random.pick(context.world.people));

/** Renames while the link is spent: neither may write the old name back. */
export async function signInWhileRenaming(context: StepContext, person: Person): Promise<boolean> {
  if (!person.hasAccount) return false;
  return signIn(context, person, { alongside: () => rename(context, person) });
}

export const signInWhileRenamingSomebody: Step = async (context) =>
  signInWhileRenaming(context, context.random.pick(context.world.people));

/** Reads of several services; their answers count only by status. */
export const read: Step = async (context) => {
  const { random, world, client } = context;
  const organization = random.pick(world.active);
  const { owner } = organization;
  const path = random.pick([
    '/v1/me',
    '/v1/organizations',
    '/v1/integrations/providers',
    pathOf(organization),
    `${pathOf(organization)}/members`,
    `${pathOf(organization)}/workspaces`,
    `${pathOf(organization)}/api-keys`,
    `${pathOf(organization)}/audit-logs?limit=20`,
    ...organization.workspaces
      .slice(0, 1)
      .map(({ slug }) => `${pathOf(organization)}/workspaces/${slug}/integrations`),
  ]);
  await client.sender.send({ method: 'GET', path, ...sessionOf(owner) });
  return true;
};
