import { apiKeyWrites, isUncertain } from '../ledger.ts';
import type { ApiKey, Organization, Person } from '../world.ts';
import {
  asUser,
  holding,
  membersOf,
  type Perform,
  pathOf,
  pickFrom,
  type Step,
  sessionOf,
  things,
} from './step.ts';

interface Created {
  readonly id: string;
  readonly key: string;
}

/** Personal keys end with the membership, so that the membership must not end meanwhile. */
const thingOf = (organization: Organization, key: Pick<ApiKey, 'name' | 'level' | 'creator'>): string =>
  key.level === 'user' ? things.member(organization, key.creator) : things.key(organization, key);

export async function createKey(
  perform: Perform,
  organization: Organization,
  creator: Person,
  wanted: Pick<ApiKey, 'name' | 'level'> & { givesUp: boolean },
): Promise<void> {
  const { name, level, givesUp } = wanted;
  const [workspace] = organization.workspaces;
  const key = { name, level, number: 1, creator };
  const { outcome, body } = await perform<Created>({
    operation: 'createApiKey',
    actor: asUser(creator),
    creates: true,
    request: {
      method: 'POST',
      path: `${pathOf(organization)}/api-keys`,
      body: {
        name,
        level,
        ...(level !== 'user' && { role: 'admin' }),
        ...(level === 'workspace' && { workspaceSlug: workspace?.slug }),
      },
      ...sessionOf(creator),
    },
    effects: (created) => [
      {
        action: 'api_key.created',
        organization: organization.slug,
        ...(created && { targetId: created.id }),
      },
    ],
    writes: () => apiKeyWrites(organization.slug, key, 'active'),
    givesUp,
  });
  if (outcome === 'acknowledged' && body !== undefined)
    organization.keys.push({ ...key, id: body.id, secret: body.key, status: 'active' });
}

async function changeStatus(
  perform: Perform,
  organization: Organization,
  key: ApiKey,
  verb: 'revoke' | 'disable' | 'enable',
): Promise<void> {
  const status = ({ revoke: 'revoked', disable: 'disabled', enable: 'active' } as const)[verb];
  const { outcome } = await perform({
    operation: `${verb}ApiKey`,
    actor: asUser(key.creator),
    request: {
      method: 'POST',
      path: `${pathOf(organization)}/api-keys/${key.id}/${verb}`,
      ...sessionOf(key.creator),
    },
    effects: () => [{ action: `api_key.${verb}d`, organization: organization.slug, targetId: key.id }],
    writes: () => apiKeyWrites(organization.slug, key, status),
  });
  if (outcome === 'acknowledged') key.status = status;
}

/** At most this many live keys of one person, of 50 that are allowed: then the oldest is revoked before another one. */
const personalKeys = 20;

export const createPersonalKey: Step = async (context) => {
  const { random, world } = context;
  const organization = random.pick(world.active);
  const person = pickFrom(random, membersOf(world, organization));
  if (person === undefined) return false;
  return holding(context, [things.member(organization, person)], async (perform) => {
    const live = organization.keys.filter(
      ({ creator, level, status }) => creator === person && level === 'user' && status !== 'revoked',
    );
    if (!organization.members.has(person.email)) return;
    const [oldest] = live;
    if (oldest !== undefined && live.length >= personalKeys)
      await changeStatus(perform, organization, oldest, 'revoke');
    const name = world.nextName('Personal key');
    // A personal key of unknown outcome could be revoked by a removal that the ledger knows nothing of.
    await createKey(perform, organization, person, { name, level: 'user', givesUp: false });
  });
};

export const createSharedKey: Step = async (context) => {
  const { random, world } = context;
  const organization = random.pick(world.active);
  const level = organization.workspaces.length > 0 && random.chance(0.4) ? 'workspace' : 'organization';
  const name = world.nextName('Shared key');
  return holding(context, [], (perform) =>
    createKey(perform, organization, organization.owner, { name, level, givesUp: random.chance(0.1) }),
  );
};

/** Keys that invitations are sent with stay as they are. */
const isSteady = ({ name }: ApiKey): boolean => name.startsWith('Steady');

const liveKeys = ({ keys }: Organization): ApiKey[] =>
  keys.filter((key) => key.status !== 'revoked' && !isSteady(key));

export const rotateKey: Step = async (context) => {
  const { random, world } = context;
  const organization = random.pick(world.active);
  const key = pickFrom(random, liveKeys(organization));
  if (key === undefined) return false;
  return holding(context, [thingOf(organization, key)], async (perform) => {
    if (key.status !== 'active') return;
    const replacement = { ...key, number: key.number + 1 };
    const { outcome, body } = await perform<Created>({
      operation: 'rotateApiKey',
      actor: asUser(key.creator),
      creates: true,
      request: {
        method: 'POST',
        path: `${pathOf(organization)}/api-keys/${key.id}/rotate`,
        body: {},
        ...sessionOf(key.creator),
      },
      effects: () => [{ action: 'api_key.rotated', organization: organization.slug, targetId: key.id }],
      writes: () => [
        ...apiKeyWrites(organization.slug, key, 'revoked'),
        ...apiKeyWrites(organization.slug, replacement, 'active'),
      ],
    });
    if (outcome !== 'acknowledged' || body === undefined) return;
    key.status = 'revoked';
    organization.keys.push({ ...replacement, id: body.id, secret: body.key });
  });
};

/** Disables, enables or revokes a key. */
export const changeKey: Step = async (context) => {
  const { random, world } = context;
  const organization = random.pick(world.active);
  const key = pickFrom(random, liveKeys(organization));
  if (key === undefined) return false;
  return holding(context, [thingOf(organization, key)], async (perform) => {
    if (key.status === 'revoked') return;
    const verb = random.chance(0.25) ? 'revoke' : key.status === 'active' ? 'disable' : 'enable';
    await changeStatus(perform, organization, key, verb);
  });
};

/** The status by which a request with a key is answered. */
const answerTo = (key: ApiKey): number => (key.status === 'active' ? 200 : 401);

/** Holds the lock of the key, so that its status is known: a revoked or disabled one is refused at once. */
export const requestWithKey: Step = async (context) => {
  const { random, world, client, locks } = context;
  const organization = random.pick(world.active);
  const key = pickFrom(random, organization.keys);
  if (key === undefined) return false;
  const held = [thingOf(organization, key)];
  if (!locks.take(held)) return false;
  try {
    const path = `${pathOf(organization)}/workspaces`;
    const { attempt } = await client.sender.send({ method: 'GET', path, apiKey: key.secret });
    if (isUncertain(attempt) || attempt.status === answerTo(key)) return true;
    client.ledger.contradict({
      text: `API key ${key.name} ${key.number} of ${organization.slug} is ${key.status}, a request with it got ${attempt.status}`,
      requestIds: [attempt.requestId],
    });
    return true;
  } finally {
    locks.release(held, false);
  }
};
