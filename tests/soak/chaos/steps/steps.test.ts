import { describe, expect, it } from 'vitest';
import type { Doomed } from '../deletions.ts';
import type { ApiKey, Integration } from '../world.ts';
import { makeRoom } from './account.ts';
import { requestWithKey } from './api-keys.ts';
import { contextWith } from './context.fixture.ts';
import { deleteAccount, deleteOrganization, deleteWorkspace } from './deletions.ts';
import { connectIntegration, deleteIntegration, switchIntegration } from './integrations.ts';
import { things } from './step.ts';

function keyWith(status: ApiKey['status'], answer: number) {
  const { context, sent } = contextWith(() => ({ status: answer }));
  const [organization] = context.world.active;
  if (organization === undefined) throw new Error('no organization');
  context.world.active.splice(1);
  const { owner } = organization;
  const common = { id: 'k1', name: 'Key', number: 1, secret: 'pby_1', creator: owner } as const;
  organization.keys.push({ ...common, level: 'organization', status });
  return { context, sent, organization, noticed: context.client.ledger.contradictions };
}

describe('a request with an API key', () => {
  it.each([
    ['active', 200],
    ['revoked', 401],
    ['disabled', 401],
    ['revoked', 503],
  ] as const)('of a key that is %s may get %i', async (status, answer) => {
    const { context, noticed } = keyWith(status, answer);
    expect(await requestWithKey(context)).toBe(true);
    expect(noticed).toEqual([]);
  });

  it.each([
    ['revoked', 200],
    ['disabled', 200],
    ['active', 401],
  ] as const)('of a key that is %s is noticed where it gets %i', async (status, answer) => {
    const { context, noticed } = keyWith(status, answer);
    await requestWithKey(context);
    expect(noticed).toEqual([
      { text: `API key Key 1 of org-1 is ${status}, a request with it got ${answer}`, requestIds: ['r1'] },
    ]);
  });

  it('a request with an API key is not sent while the key is being changed', async () => {
    const { context, sent, organization } = keyWith('active', 200);
    context.locks.take([things.key(organization, { name: 'Key' })]);
    expect(await requestWithKey(context)).toBe(false);
    expect(sent).toEqual([]);
  });
});

function integrationWith(
  state: Pick<Integration, 'connected' | 'disabled'>,
  answer: { status: number; body?: unknown },
) {
  const { context, sent } = contextWith(() => answer);
  const [organization] = context.world.active;
  if (organization === undefined) throw new Error('no organization');
  context.world.active.splice(1);
  const integration: Integration = { id: 'i1', name: 'Integration', workspace: { slug: 'w1' }, ...state };
  organization.integrations.push(integration);
  const effects = () =>
    context.client.ledger.changes.flatMap((change) => change.effects.map(({ action }) => action));
  const writes = () => context.client.ledger.changes.flatMap((change) => change.writes);
  return { context, sent, organization, integration, effects, writes };
}

const answered = (status: string, lastError: string | null = null) => ({
  status: 200,
  body: { id: 'i1', status, lastError },
});

it.each([
  ['connected', answered('active'), ['integration.connected'], true],
  [
    'refused by a provider that is down',
    answered('pending', 'Try again.'),
    ['integration.connect_failed'],
    false,
  ],
  ['not answered', { status: 503 }, ['integration.connected', 'integration.connect_failed'], false],
])(
  'an integration in the ledger that is %s leaves what it may leave, and is not connected again',
  async (_, answer, actions, connected) => {
    const { context, sent, integration, effects } = integrationWith(
      { connected: false, disabled: false },
      answer,
    );
    expect(await connectIntegration(context)).toBe(true);
    expect(sent).toHaveLength(1);
    expect(effects()).toEqual(actions);
    expect(integration.connected).toBe(connected);
  },
);

it('an integration in the ledger that was connected before is told apart from one whose new attempt failed for a while', async () => {
  const { context, effects } = integrationWith(
    { connected: true, disabled: false },
    answered('active', 'Try again.'),
  );
  await connectIntegration(context);
  expect(effects()).toEqual(['integration.connect_failed']);
});

it('an integration in the ledger stays disabled where its provider could not be reached, without an entry', async () => {
  const { context, integration, effects, writes } = integrationWith(
    { connected: true, disabled: true },
    answered('disabled', 'Try again.'),
  );
  await switchIntegration(context);
  expect([integration.disabled, effects(), writes()]).toEqual([true, [], []]);
});

it('an integration in the ledger is gone after its deletion, and left alone while somebody changes it', async () => {
  const { context, sent, organization, integration } = integrationWith(
    { connected: false, disabled: false },
    { status: 204 },
  );
  context.locks.take([things.integration(organization, integration)]);
  expect(await deleteIntegration(context)).toBe(false);
  context.locks.release([things.integration(organization, integration)], false);
  expect(await deleteIntegration(context)).toBe(true);
  expect(sent).toHaveLength(1);
  expect(organization.integrations).toEqual([]);
});

/** Every sign-up becomes a session, and every key is created. */
const answers = () =>
  contextWith(({ path }) => {
    if (path.endsWith('/verify')) return { status: 200, body: { token: 'a session', user: { id: 'u1' } } };
    return path.endsWith('/api-keys') ? { status: 201, body: { id: 'k1', key: 'pby_1' } } : { status: 202 };
  });

const slugs = (organizations: readonly { slug: string }[]): string[] => organizations.map(({ slug }) => slug);

it('an organization that is full is replaced by a new one with people of its own, and is still read at the end', async () => {
  const { context, lines } = answers();
  const { world } = context;
  const people = world.people.length;
  const [first] = world.active;
  for (let number = 0; number < 250; number += 1)
    first?.workspaces.push({ id: `w${number}`, slug: `w${number}`, assigned: new Set() });
  await makeRoom(context);
  expect(slugs(world.active)).toEqual(['org-2', 'org-3']);
  expect(slugs(world.organizations)).toEqual(['org-1', 'org-2', 'org-3']);
  expect(world.people).toHaveLength(people + 2);
  expect(world.organizations.at(-1)).toMatchObject({
    owner: { session: 'a session' },
    keys: [{ id: 'k1' }],
  });
  expect(lines).toEqual(['org-1 is full (250 workspaces, 0 keys): org-3 takes its place']);
});

/** The gateway deletes what it is told to as `status` says, and creates everything else. */
function deleting(status: number) {
  const { context, sent } = contextWith(({ method, path }) => {
    if (method === 'DELETE') return { status };
    if (path.endsWith('/verify')) return { status: 200, body: { token: 'a session', user: { id: 'u1' } } };
    const id = path.slice(path.lastIndexOf('/') + 1);
    return { status: 201, body: { id, key: 'pby_1', secret: 'whsec_1', status: 'active', lastError: null } };
  });
  const due: string[] = [];
  const receiver = { addressOf: (name: string) => name, expect: () => {}, arrived: [], stop: async () => {} };
  const doomed: Doomed = {
    receiver,
    places: [],
    nextFault: async () => {},
    idOf: async () => 'o1',
    comeDue: async (slug) => void due.push(slug),
  };
  context.world.active.splice(1);
  const last = () =>
    context.client.ledger.changes.findLast(({ operation }) => operation.startsWith('delete'));
  return { context: { ...context, doomed }, sent, due, doomed, last };
}

it.each([
  [deleteWorkspace, 'workspace', 1, ['workspace.deleted']],
  [deleteOrganization, 'organization', 2, ['organization.closed']],
  [deleteAccount, 'person', 1, ['member.removed', 'api_key.revoked', 'user.deleted']],
])(
  'a deletion is checked at the end, and nobody else sees what goes with it: %o',
  async (step, kind, keys, actions) => {
    const { context, due, doomed, last } = deleting(204);
    expect(await step(context)).toBe(true);
    const [organization] = context.world.active;
    expect(organization).toMatchObject({ workspaces: [], keys: [], integrations: [] });
    expect(context.client.creations).toEqual([]);
    expect(doomed.places).toMatchObject([{ kind, change: last()?.number }]);
    expect(doomed.places[0]?.organization.keys).toHaveLength(keys);
    expect(last()?.effects.map(({ action }) => action)).toEqual(actions);
    expect(due).toHaveLength(kind === 'organization' ? 1 : 0);
  },
);

it('a deletion ends the values of everything in its place, and of nothing else', async () => {
  const { context, last } = deleting(204);
  await deleteWorkspace(context);
  const place = 'org-1/workspace-1';
  expect(last()?.writes).toEqual([
    { cell: `name of workspace ${place}`, value: null },
    { cell: `integration Integration 2 of ${place}`, value: null },
    { cell: `integration Integration 3 of ${place}`, value: null },
    { cell: 'API key Doomed key 4 1 of org-1', value: null },
    { cell: 'use of API key Doomed key 4 1 of org-1', value: 'refused' },
  ]);
});

it('a deletion needs a run that checks it', async () => {
  const { context, sent } = deleting(204);
  const { doomed: _, ...without } = context;
  for (const step of [deleteWorkspace, deleteOrganization, deleteAccount])
    expect(await step(without)).toBe(false);
  expect(sent).toEqual([]);
});
