import { setTimeout as sleep } from 'node:timers/promises';
import type { Doomed } from '../deletions.ts';
import { apiKeyWrites, cells, type Ledger, type Write } from '../ledger.ts';
import { newPerson, type Organization, type Workspace } from '../world.ts';
import { foundOrganization } from './account.ts';
import { createKey } from './api-keys.ts';
import { connectIntegration, createIntegration, relayChange } from './integrations.ts';
import { signIn } from './sign-in.ts';
import {
  asUser,
  holding,
  type Perform,
  pathOf,
  type Step,
  type StepContext,
  sessionOf,
  targetOf,
} from './step.ts';
import { createWebhook } from './webhooks.ts';
import { createWorkspaceIn } from './workspaces.ts';

/** Has the deletion under way when a process is struck: most are answered within milliseconds. */
async function meetFault({ random }: StepContext, doomed: Doomed): Promise<void> {
  await doomed.nextFault();
  await sleep(random.between(0, 60));
}

/** What clients made in a place and nobody sees any more after its deletion. `place`: a slug, or two with a slash. */
const endOf = ({ changes }: Ledger, place: string): Write[] => {
  const written = changes.flatMap(({ writes }) => writes.map(({ cell }) => cell));
  return [...new Set(written)]
    .filter((cell) => cell.endsWith(` ${place}`) || cell.includes(` ${place}/`))
    .map((cell) => ({ cell, value: cell.startsWith('use of ') ? 'refused' : null }));
};

/**
 * An organization with nothing in it but what this step makes, so that nobody else changes it. Its creations are not sent again at the
 * end, when it is gone.
 */
function alone(context: StepContext, organization: Organization): [StepContext, Organization] {
  const own = { ...organization, workspaces: [], keys: [], integrations: [] };
  const world = { ...context.world, active: [own] };
  return [{ ...context, world, client: { ...context.client, creations: [] } }, own];
}

/** Lets a key use an integration. */
async function grant(
  perform: Perform,
  { slug, owner, keys, integrations }: Organization,
  path: string,
): Promise<boolean> {
  const [key, integration] = [keys.find(({ level }) => level === 'workspace'), integrations[0]];
  if (key === undefined || integration === undefined) return false;
  const { outcome } = await perform<{ id: string }>({
    operation: 'createGrant',
    actor: asUser(owner),
    creates: true,
    request: {
      method: 'POST',
      path: `${path}/integrations/${integration.id}/grants`,
      body: { apiKeyId: key.id, access: 'read', accounts: null },
      ...sessionOf(owner),
    },
    effects: (created) => [
      { action: 'grant.created', organization: slug, ...(created && { targetId: created.id }) },
    ],
  });
  return outcome === 'acknowledged';
}

/** A webhook that gets the entries of one workspace. */
async function watch(
  perform: Perform,
  { slug, owner }: Organization,
  workspace: Workspace,
  { receiver }: Doomed,
): Promise<void> {
  const address = `${slug}/${workspace.slug}`;
  const { body } = await perform<{ id: string; secret: string }>({
    operation: 'createWebhook',
    actor: asUser(owner),
    creates: true,
    request: {
      method: 'POST',
      path: `/v1/organizations/${slug}/webhooks`,
      body: { url: receiver.addressOf(address), description: 'Chaos', workspaceSlug: workspace.slug },
      ...sessionOf(owner),
    },
    effects: (created) => [
      { action: 'webhook.created', organization: slug, ...(created && { targetId: created.id }) },
    ],
  });
  if (body !== undefined) receiver.expect(address, body.secret);
}

/** A workspace with two integrations, a key that may use one of them, a webhook, and a change at the provider. */
async function fill(own: StepContext, organization: Organization, doomed: Doomed) {
  await createWorkspaceIn(own, organization, false);
  const [workspace] = organization.workspaces;
  if (workspace === undefined) return undefined;
  const path = `${pathOf(organization)}/workspaces/${workspace.slug}`;
  let grants = 0;
  await createIntegration(own);
  await createIntegration(own);
  await connectIntegration(own);
  await connectIntegration(own);
  await holding(own, [], async (perform) => {
    const name = own.world.nextName('Doomed key');
    await createKey(perform, organization, organization.owner, { name, level: 'workspace', givesUp: false });
    if (await grant(perform, organization, path)) grants += 1;
    await watch(perform, organization, workspace, doomed);
  });
  return { workspace, path, grants };
}

/** An integration that is created while its workspace is deleted: it is refused, or goes with it. */
async function createLate(
  perform: Perform,
  { slug, owner }: Organization,
  path: string,
  { world, adProvider }: StepContext,
): Promise<void> {
  await perform<{ id: string }>({
    operation: 'createIntegration',
    actor: asUser(owner),
    request: {
      method: 'POST',
      path: `${path}/integrations`,
      body: { provider: adProvider.provider, name: world.nextName('Late integration'), access: 'manage' },
      ...sessionOf(owner),
    },
    effects: (created) => [
      { action: 'integration.created', organization: slug, ...(created && { targetId: created.id }) },
    ],
    refusals: [404, 409],
    givesUp: true,
  });
}

export const deleteWorkspace: Step = async (context) => {
  const { doomed, world, random, client } = context;
  if (doomed === undefined) return false;
  const [own, organization] = alone(context, random.pick(world.active));
  const { slug, owner } = organization;
  const filled = await fill(own, organization, doomed);
  if (filled === undefined) return false;
  const { workspace, path, grants } = filled;
  await relayChange(own);
  const what = `${slug}/${workspace.slug}`;
  const givesUp = random.chance(0.3);
  await meetFault(context, doomed);
  return holding(own, [], async (perform) => {
    const deleting = perform({
      operation: 'deleteWorkspace',
      actor: asUser(owner),
      request: { method: 'DELETE', path, ...sessionOf(owner) },
      effects: () => [{ action: 'workspace.deleted', organization: slug, targetId: workspace.id }],
      writes: () => [
        ...endOf(client.ledger, what),
        ...organization.keys.flatMap((key) => [
          { cell: cells.apiKey(slug, key.name, key.number), value: null },
          { cell: cells.apiKeyUse(slug, key.name, key.number), value: 'refused' },
        ]),
      ],
      afterLoss: { status: 404, means: 'acknowledged' },
      givesUp,
    });
    // Where the workspace may stay, nobody could tell whether the integration has to be there.
    const late = givesUp ? undefined : createLate(perform, organization, path, own);
    const [{ change }] = await Promise.all([deleting, late]);
    doomed.places.push({
      kind: 'workspace',
      what,
      id: workspace.id,
      change: change.number,
      counts: {
        integrations: [organization.integrations.length, 3],
        grants: [grants, grants],
        apiKeys: [organization.keys.length, organization.keys.length],
        connectLinks: [0, 3],
      },
      organization,
      by: owner,
      shown: 'open',
      again: undefined,
    });
  });
};

export const deleteOrganization: Step = async (context) => {
  const { doomed, world, random, client } = context;
  if (doomed === undefined) return false;
  const { organization } = world.nextOrganization();
  const own = {
    ...context,
    world: { ...world, active: [organization] },
    client: { ...client, creations: [] },
  };
  const { slug, owner } = organization;
  const founded = await foundOrganization(own, organization);
  const id = founded ? await doomed.idOf(slug) : undefined;
  if (id === undefined) {
    if (owner.hasAccount) world.organizations.push(organization);
    return false;
  }
  await createWebhook(own, organization, doomed.receiver);
  await fill(own, organization, doomed);
  await meetFault(context, doomed);
  return holding(own, [], async (perform) => {
    const { change } = await perform({
      operation: 'deleteOrganization',
      actor: asUser(owner),
      request: { method: 'DELETE', path: pathOf(organization), body: { confirm: slug }, ...sessionOf(owner) },
      mail: { to: owner.email, purpose: 'closed organization' },
      effects: () => [{ action: 'organization.closed', organization: slug, targetId: id }],
      writes: () => endOf(client.ledger, slug),
      afterLoss: { status: 409, means: 'acknowledged' },
      givesUp: random.chance(0.2),
    });
    doomed.places.push({
      kind: 'organization',
      what: slug,
      id,
      change: change.number,
      counts: undefined,
      organization,
      by: owner,
      shown: 'open',
      again: undefined,
    });
    await doomed.comeDue(slug);
  });
};

/** Sign-ins until there is a session: a mail or an answer may be lost. */
const signIns = 5;

/** A colleague joins by the domain, creates a key, and deletes the account. Goes on until it is done: half of it can be. */
export const deleteAccount: Step = async (context) => {
  const { doomed, world, random } = context;
  if (doomed === undefined) return false;
  const [own, organization] = alone(context, random.pick(world.active));
  const { slug } = organization;
  const name = world.nextName('leaver').replace(' ', '');
  const person = newPerson(`${name}@${slug}.example`, slug);
  for (let times = 0; times < signIns && person.session === undefined; times += 1) {
    if (world.isForgotten(person)) return false;
    await signIn(context, person);
  }
  const { session, userId } = person;
  if (session === undefined || userId === undefined) return false;
  return holding(own, [], async (perform) => {
    await createKey(perform, organization, person, { name: `Key of ${name}`, level: 'user', givesUp: false });
    await meetFault(context, doomed);
    const about = targetOf(person);
    const { change, outcome } = await perform({
      operation: 'deleteMe',
      actor: asUser(person),
      request: { method: 'DELETE', path: '/v1/me', body: { confirm: person.email }, session },
      effects: () => [
        { action: 'member.removed', organization: slug, ...about },
        ...organization.keys.map((key) => ({
          action: 'api_key.revoked',
          organization: slug,
          targetId: key.id,
        })),
        { action: 'user.deleted', organization: slug, ...about },
      ],
      writes: () => [
        { cell: cells.member(slug, person.email), value: null },
        ...organization.keys.flatMap((key) => apiKeyWrites(slug, key, 'revoked')),
      ],
      membership: { email: person.email, organization: slug, is: 'ended' },
      afterLoss: { status: 401, means: 'acknowledged' },
    });
    if (outcome === 'acknowledged') organization.members.delete(person.email);
    doomed.places.push({
      kind: 'person',
      what: person.email,
      id: userId,
      change: change.number,
      counts: undefined,
      organization,
      by: person,
      shown: 'open',
      again: undefined,
    });
  });
};
