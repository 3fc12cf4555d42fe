import { setTimeout as sleep } from 'node:timers/promises';
import { cells } from '../ledger.ts';
import type { NewOrganization, Organization, Person } from '../world.ts';
import { createKey } from './api-keys.ts';
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

/** Of 1,000 workspaces that an organization may have; all workspaces and keys are read and tried at the end. */
const most = { workspaces: 250, keys: 800 };

/** Signs the owner up, again and again until there is a session or clients stop trying; then creates the key that stays. */
export async function foundOrganization(context: StepContext, organization: Organization): Promise<boolean> {
  const { world, client } = context;
  const { owner } = organization;
  while (owner.session === undefined) {
    if (client.end.aborted || world.isForgotten(owner)) return false;
    const signedIn = await signIn(context, owner, owner.hasAccount ? {} : { founds: organization });
    if (!signedIn) await sleep(200);
  }
  await holding(context, [], (perform) =>
    createKey(perform, organization, owner, { name: 'Steady key', level: 'organization', givesUp: false }),
  );
  return organization.keys.length > 0;
}

/** Adds an organization that was founded during the run, also where its owner has no session or no key yet. */
async function foundAnother(
  context: StepContext,
  { organization, colleagues }: NewOrganization,
): Promise<boolean> {
  const { world } = context;
  const founded = await foundOrganization(context, organization);
  if (organization.owner.hasAccount) {
    world.organizations.push(organization);
    world.people.push(organization.owner, ...colleagues);
  }
  return founded;
}

/** An organization that has no room for more is left alone and a new one takes its place, so that creations go on. */
export async function makeRoom(context: StepContext): Promise<void> {
  const { world, log } = context;
  const full = world.active.find(
    ({ workspaces, keys }) => workspaces.length >= most.workspaces || keys.length >= most.keys,
  );
  // Without the last one there would be nothing to pick from.
  if (full === undefined || world.active.length < 2) return;
  world.active.splice(world.active.indexOf(full), 1);
  const { slug, workspaces, keys } = full;
  const fresh = world.nextOrganization();
  log(
    `${slug} is full (${workspaces.length} workspaces, ${keys.length} keys): ${fresh.organization.slug} takes its place`,
  );
  if (await foundAnother(context, fresh)) world.active.push(fresh.organization);
  else log(`${fresh.organization.slug} could not be founded`);
}
