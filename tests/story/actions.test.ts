import { operations } from '@patchbay/gateway/operations';
import { createExportVerifier } from '@patchbay/testing/verify-export';
import { type Action, actions, backgroundActions } from '@patchbay/trail/action';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type AuditLog, apiAt, trailOf } from '../api.ts';
import { type Platform, sharedPlatform } from '../platform.ts';
import { connect, refuseCredentials } from './actions/integrations.ts';
import { usePasskeys } from './actions/passkeys.ts';
import { createPerformer, type Performed } from './actions/performer.ts';
import { endSessions, foundByLink, foundByProvider, joinByDevice } from './actions/sign-ins.ts';
import { invite, joinAsGuest, leave, manageKeys, removeMember, rename } from './actions/tenancy.ts';
import { manageWebhooks } from './actions/webhooks.ts';
import type { Person, World } from './actions/world.ts';

/** No other test file of a shared platform has these. */
const slugs = ['acme', 'globex'] as const;

/** Actions of the background that tests of their services cause: by an operator, or a week that has passed. */
const causedElsewhere: readonly string[] = [
  'user.suspended',
  'user.resumed',
  'user.inspected',
  'organization.deleted',
  'organization.suspended',
  'organization.resumed',
  'organization.inspected',
] satisfies readonly (keyof typeof backgroundActions)[];
const causedHere = (all: object): string[] =>
  Object.keys(all).filter((action) => !causedElsewhere.includes(action));
/** Requests cause some actions here that an operator can cause too. */
const byBackground = causedHere(backgroundActions).filter(
  (action) => !['session.revoked', 'passkey.deleted', 'organization.closed'].includes(action),
);

let platform: Platform;
/** Of the requests that other files have sent to the provider. */
let unexpectedBefore: number;
let world: World;
let performed: readonly Performed[];
let ada: Person;
let carol: Person;
let staying: string;
let robot: { id: string; key: string };
let integration: string;
/** Entries by the slug of their organization, oldest first. */
const trails = new Map<string, readonly AuditLog[]>();
const everything = (): AuditLog[] => [...trails.values()].flat();

beforeAll(async () => {
  platform = await sharedPlatform();
  unexpectedBefore = platform.providers.of('criteo').unexpected.length;
  const performer = createPerformer(platform.address);
  ({ performed } = performer);
  const { address, portal: portalAddress, smtp, google, providers } = platform;
  const runDue = () => platform.runDue();
  world = { address, portalAddress, perform: performer.perform, smtp, google, providers, runDue };
});
afterAll(() => platform?.providers.of('criteo').fail());

/** Has the background find that the authorization of an integration ends soon, then that its credentials are refused. */
async function leaveToBackground(id: string): Promise<void> {
  await platform.sql(
    `update integration.integrations set authorization_ends_at = now() + interval '3 days' where id = $1`,
    [id],
  );
  await platform.runDue();
  await platform.sql(
    `update integration.integrations set check_at = now() - interval '1 second' where id = $1`,
    [id],
  );
  await platform.runDue();
}

describe('every operation that leaves entries', () => {
  let gil: Person['headers'];

  it('every operation of signing up and in that leaves entries is performed', async () => {
    gil = await foundByProvider(world);
    const bob = await joinAsGuest(world, gil);
    ada = await foundByLink(world);
    await joinByDevice(world, bob);
    await endSessions(world, ada);
    await usePasskeys(world, ada);
    const { body } = await world.perform<{ sessions: unknown[] }>('listSessions', { headers: ada.headers });
    // Her own, the one that replaced another in a browser, and such a one of a passkey: every other session was ended.
    expect(body.sessions).toHaveLength(3);
  });

  it('every operation of organizations, workspaces and members that leaves entries is performed', async () => {
    await rename(world, ada);
    carol = await invite(world, ada);
    staying = await removeMember(world, ada, carol);
    robot = await manageKeys(world, ada);
    await leave(world, ada);
    const { body } = await world.perform<{ members: { email: string }[] }>('listOrganizationMembers', {
      params: { orgSlug: 'acme' },
      headers: ada.headers,
    });
    expect(body.members.map(({ email }) => email)).toEqual([
      'ada@acme.example',
      'bob@acme.example',
      'dan@elsewhere.example',
    ]);
  });

  it('every operation of integrations that leaves entries is performed, and the background finds an end and refused credentials', async () => {
    integration = await connect(world, ada, robot);
    refuseCredentials(world);
    await leaveToBackground(integration);
    expect(platform.providers.of('criteo').unexpected).toHaveLength(unexpectedBefore);
  });

  it('every operation of webhooks that leaves entries is performed, and a receiver that is gone disables its webhook', async () => {
    const [first, ...afterRotation] = await manageWebhooks(world, ada);
    expect(first).toEqual([true, false]);
    expect(afterRotation.length).toBeGreaterThan(1);
    expect(afterRotation).toEqual(afterRotation.map(() => [true, true]));
  });

  it('every operation that declares audit actions was performed', () => {
    const done = new Set(performed.map(({ operation }) => operation));
    const left = operations.filter(({ id, audit }) => !('none' in audit) && !done.has(id));
    expect(left.map(({ id }) => id)).toEqual([]);
  });

  it('the entries of every performed operation reach the trails', async () => {
    await platform.runDue();
    const headersOf = { acme: ada.headers, globex: gil };
    for (const slug of slugs) {
      const byRequests = performed.flatMap(({ expected }) => expected[slug] ?? []).length;
      const count = byRequests + (slug === 'acme' ? byBackground.length : 0);
      const api = apiAt(platform.address, { ...headersOf[slug] });
      const trail = await trailOf(api, slug);
      trails.set(slug, trail);
      expect(trail).toHaveLength(count);
    }
  });
});

it.each(slugs)('the entries of each request are exactly those expected of it, in the trail of %s', (slug) => {
  const actionsOf = (id: string) =>
    (trails.get(slug) ?? []).filter(({ requestId }) => requestId === id).map(({ action }) => action);
  const found = performed.map(({ operation, requestId }) => [operation, actionsOf(requestId).toSorted()]);
  expect(found).toEqual(
    performed.map(({ operation, expected }) => [operation, (expected[slug] ?? []).toSorted()]),
  );
});

it('the entries of each request are of the actor who sent it, and nobody else has left any but the background', () => {
  const actorOf = new Map(performed.map(({ requestId, actor }) => [requestId, actor]));
  for (const { action, requestId, actor } of everything()) {
    const wanted = requestId === null ? 'system' : actorOf.get(requestId);
    expect({ action, requestId, actor: actor.type }).toEqual({ action, requestId, actor: wanted });
  }
  const background = everything().filter(({ requestId }) => requestId === null);
  expect(background.map(({ action }) => action).toSorted()).toEqual(byBackground.toSorted());
});

it('the entries of each request are together exactly what its operation declares', () => {
  const seenFor = new Map<string, Set<string>>();
  const operationOf = new Map(performed.map(({ requestId, operation }) => [requestId, operation]));
  for (const { action, requestId } of everything()) {
    const operation = operationOf.get(requestId ?? '') ?? '';
    seenFor.set(operation, (seenFor.get(operation) ?? new Set()).add(action));
  }
  for (const { id, audit } of operations) {
    const declared = 'none' in audit ? [] : audit;
    expect({ id, seen: [...(seenFor.get(id) ?? [])].toSorted() }).toEqual({
      id,
      seen: declared.toSorted(),
    });
  }
});

it('the entries of each request are about the thing that their action names', () => {
  for (const { action, target } of everything())
    expect({ action, type: target.type }).toEqual({ action, type: action.split('.')[0] });
});

it('the entries of all requests together have every action of the contract', () => {
  expect(new Set(everything().map(({ action }) => action))).toEqual(new Set(causedHere(actions)));
});

describe('entries of the trail', () => {
  const of = (...wanted: Action[]): AuditLog[] =>
    (trails.get('acme') ?? []).filter(({ action }) => wanted.includes(action as Action));

  it('entries of attempts to connect tell why they failed and who made them', () => {
    expect(
      of('integration.connect_failed').map(({ metadata, actor }) => [metadata['kind'], actor.type]),
    ).toEqual([
      ['permanent', 'client'],
      ['transient', 'client'],
      ['ours', 'api_key'],
      ['declined', 'client'],
    ]);
    const nobody = { type: 'client', id: null, email: null, name: null, apiKeyPrefix: null };
    const byKey = { type: 'api_key', id: robot.id, email: 'ada@acme.example' };
    expect(of('integration.connected')).toMatchObject([
      { actor: nobody, metadata: { connectedAccount: 'Nordlicht Retail' } },
      { actor: { ...byKey, apiKeyPrefix: robot.key.slice(0, 15) } },
      { actor: nobody },
      { actor: nobody },
      { actor: nobody },
    ]);
  });

  it('entries of a changed status tell the status before and after', () => {
    const status = (before: string, after: string) => [{ field: 'status', before, after }];
    expect(of('integration.status_changed').map(({ changes, actor }) => [changes, actor.type])).toEqual([
      [status('active', 'error'), 'user'],
      [status('error', 'active'), 'user'],
      [status('active', 'error'), 'system'],
    ]);
    expect(of('integration.enabled')).toMatchObject([
      { metadata: { status: 'error' }, changes: status('disabled', 'error') },
      { metadata: { status: 'active' }, changes: status('disabled', 'active') },
    ]);
    expect(of('integration.status_changed').at(-1)).toMatchObject({
      target: { id: integration },
      actor: { type: 'system', id: null, email: null, name: null },
      traceId: expect.anything() as string,
    });
  });

  it('the entry of an authorization that ends tells when, and how many days are left', () => {
    expect(of('integration.authorization_ending')).toMatchObject([
      {
        target: { id: integration },
        actor: { type: 'system', id: null, email: null, name: null },
        metadata: { endsAt: expect.stringMatching(/^\d{4}-.*Z$/) as string, daysLeft: 7 },
      },
    ]);
  });

  it('entries of a removal tell what ended with it, and what goes on', () => {
    expect(of('member.removed')).toMatchObject([
      {
        target: { id: carol.userId },
        changes: [{ field: 'role', before: 'admin', after: null }],
        metadata: {
          organizationKeys: [{ prefix: staying, name: 'stays' }],
          liveConnectLinks: expect.any(Number) as number,
        },
      },
      { metadata: { email: 'eve@elsewhere.example', reason: 'workspace_deleted' } },
      { metadata: { email: 'fay@elsewhere.example', reason: 'account_deleted' } },
    ]);
    expect(of('api_key.revoked').map(({ metadata }) => metadata['because'])).toEqual([
      'workspace_member_removed',
      'member_removed',
      'member_removed',
      undefined,
      'member_removed',
      'member_removed',
    ]);
  });

  it('entries of sessions tell why a session ended that nobody revoked', () => {
    expect(of('session.revoked').map(({ metadata }) => metadata['reason'])).toEqual([
      'signed_in_again',
      undefined,
      'wrong_user_codes',
      'wrong_user_codes',
      'signed_in_again',
    ]);
  });

  it('entries hold whole numbers only, which every JSON tool writes alike', () => {
    const numbers: unknown[] = [];
    JSON.stringify(everything(), (_name, value: unknown) => {
      if (typeof value === 'number') numbers.push(value);
      return value;
    });
    expect(numbers.length).toBeGreaterThan(everything().length);
    expect(numbers.filter((number) => !Number.isSafeInteger(number))).toEqual([]);
  });

  it('the exported trail is an intact chain when recomputed with jq and sha256sum', async () => {
    const verifier = await createExportVerifier();
    onTestFinished(() => verifier.remove());
    const answer = await fetch(`${platform.address}/v1/organizations/acme/audit-logs/export`, {
      headers: { ...ada.headers },
    });
    const path = await verifier.write('export.ndjson', await answer.bytes());
    const { code, output } = await verifier.run([path]);
    expect({ code, output }).toEqual({
      code: 0,
      output: expect.stringContaining(`${trails.get('acme')?.length} entries, sequence 1 to`) as string,
    });
  });
});
