import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, type AuditLog, apiAt } from '../api.ts';
import { invite, mailTo, signIn, signUpAndIn, signUpOf } from '../people.ts';
import { type Platform, sharedPlatform } from '../platform.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../webhook-receiver.ts';

interface Made {
  readonly id: string;
  readonly connectUrl: string;
  readonly key: string;
}

/** What a life of the workspace has left. */
interface Life {
  readonly workspaceId: string;
  readonly integration: Made;
  readonly key: Made;
  readonly webhook: Made;
}

const signUp = signUpOf('slugs');
const organization = `/v1/organizations/${signUp.organizationSlug}`;
const workspace = `${organization}/workspaces/spring`;
const integrations = `${workspace}/integrations`;
const credentials = { clientId: 'criteo-client', clientSecret: 'criteo-customer-secret' };
const bob = 'bob@client-of-slugs.example';

let platform: Platform;
let receiver: WebhookReceiver;
let client: Api;
let ada: Api;
/** The token of Ada's session. */
let session: string;
let bobsId: string;
let before: Life;
let now: Life;

const entries = async (query = ''): Promise<readonly AuditLog[]> =>
  (await ada.get<{ auditLogs: AuditLog[] }>(`${organization}/audit-logs?limit=200${query}`)).body.auditLogs;

/** The ids of the exported entries, oldest first. */
async function exported(): Promise<readonly string[]> {
  const answer = await fetch(`${platform.address}${organization}/audit-logs/export?workspaceSlug=spring`, {
    headers: { authorization: `Bearer ${session}` },
  });
  expect(answer.status).toBe(200);
  return (await answer.text())
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as AuditLog).id);
}

const listed = async (): Promise<readonly { id: string }[]> =>
  (await ada.get<{ integrations: { id: string }[] }>(`${organization}/integrations?workspaceSlug=spring`))
    .body.integrations;

/** Creates what a workspace can have, with the same bodies and the same keys of idempotency in each life. */
async function live(): Promise<Life> {
  const { body: created } = await ada.post<Made>(`${organization}/workspaces`, {
    name: 'Spring',
    slug: 'spring',
  });
  const once = async (path: string, key: string, body: object): Promise<Made> => {
    const answer = await ada.withIdempotencyKey(key).post<Made>(path, body);
    expect(answer).toMatchObject({ status: 201 });
    expect(answer.headers.get('idempotency-replayed')).toBeNull();
    return answer.body;
  };
  const integration = await once(integrations, 'integration', { provider: 'criteo', name: 'Nordlicht' });
  const key = await once(`${organization}/api-keys`, 'key', {
    name: 'Robot',
    level: 'workspace',
    role: 'member',
    workspaceSlug: 'spring',
  });
  const webhook = await once(`${organization}/webhooks`, 'webhook', {
    url: receiver.url,
    workspaceSlug: 'spring',
  });
  return { workspaceId: created.id, integration, key, webhook };
}

const linkOf = ({ connectUrl }: Made): string => `/v1/connect/${connectUrl.split('/').at(-1) ?? ''}`;

beforeAll(async () => {
  platform = await sharedPlatform();
  receiver = await startWebhookReceiver();
  client = apiAt(platform.address);
  session = await signUpAndIn(client, platform.smtp, signUp);
  ada = client.withSession(session);
  await invite(ada, organization, { email: bob, role: 'viewer' });
  const { token, userId } = await signIn(client, platform.smtp, bob);
  bobsId = userId;
  const bobsApi = client.withSession(token);
  const { body } = await bobsApi.get<{ invitations: { id: string }[] }>('/v1/me/invitations');
  await bobsApi.post(`/v1/me/invitations/${body.invitations[0]?.id}/accept`);
});
afterAll(() => receiver?.stop());

describe('a workspace with everything', () => {
  it('entries, integrations and uses of a workspace are found by its slug, and its webhook gets its entries', async () => {
    before = await live();
    const { integration, key } = before;
    const one = `${integrations}/${integration.id}`;
    const connected = await ada.post(`${one}/credentials`, credentials);
    expect(connected).toMatchObject({ status: 200, body: { status: 'active' } });
    const granted = await ada.post(`${one}/grants`, { apiKeyId: key.id, access: 'read', accounts: null });
    expect(granted.status).toBe(201);
    const search = `${one}/relay/marketing/marketing-solutions/campaigns/search`;
    expect((await client.withKey(key.key).post(search, {})).status).toBe(200);
    expect((await ada.post(`${workspace}/members`, { userId: bobsId, role: 'admin' })).status).toBe(201);
    await invite(ada, workspace, { email: 'carol@client-of-slugs.example', role: 'member' });
    await platform.runDue();
    expect((await ada.get(workspace)).body).toMatchObject({ id: before.workspaceId, watched: true });
    expect((await ada.get<{ uses: object[] }>(`${one}/uses`)).body.uses).toHaveLength(1);
    expect(await listed()).toMatchObject([{ id: integration.id }]);
    const own = await entries('&workspaceSlug=spring');
    expect(own.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'workspace.created',
        'integration.created',
        'webhook.created',
        'grant.created',
        'integration.used',
        'workspace_member.added',
        'invitation.created',
      ]),
    );
    expect(new Set(own.map(({ metadata }) => metadata['workspaceId']))).toEqual(
      new Set([before.workspaceId]),
    );
    expect(receiver.received.length).toBeGreaterThan(0);
  });

  it('every entry that names a workspace carries its id, and no other entry has one', async () => {
    for (const { workspace: named, metadata } of await entries())
      expect(metadata['workspaceId']).toBe(named === null ? undefined : before.workspaceId);
  });
});

describe('the slug of a deleted workspace', () => {
  it('nothing is found by the slug of a deleted workspace, and its entries stay in the trail', async () => {
    expect((await ada.delete(workspace)).status).toBe(204);
    await platform.runDue();
    expect(await entries('&workspaceSlug=spring')).toEqual([]);
    expect(await exported()).toEqual([]);
    expect(await listed()).toEqual([]);
    const all = await entries();
    expect(
      all.filter(({ metadata }) => metadata['workspaceId'] === before.workspaceId).length,
    ).toBeGreaterThan(7);
    expect((await ada.get(workspace)).status).toBe(404);
    expect((await ada.get(`${integrations}/${before.integration.id}/uses`)).status).toBe(404);
    const named = { url: receiver.url, workspaceSlug: 'spring' };
    const refused = await ada.post(`${organization}/webhooks`, named);
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'workspaceSlug' }] } });
  });
});

describe('a slug that comes back', () => {
  it('creations with the Idempotency-Keys of before are made in the other workspace, and are no replays', async () => {
    receiver.answerWith(204);
    now = await live();
    expect(now.workspaceId).not.toBe(before.workspaceId);
    expect(now.integration.id).not.toBe(before.integration.id);
    expect(now.key.id).not.toBe(before.key.id);
    expect(now.webhook.id).not.toBe(before.webhook.id);
    const again = await ada
      .withIdempotencyKey('integration')
      .post<Made>(integrations, { provider: 'criteo', name: 'Nordlicht' });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body.id).toBe(now.integration.id);
  });

  it('entries and integrations are found of the other workspace alone, and nothing from before it', async () => {
    await platform.runDue();
    const own = await entries('&workspaceSlug=spring');
    expect(own.map(({ action }) => action).toSorted()).toEqual([
      'api_key.created',
      'integration.created',
      'webhook.created',
      'workspace.created',
    ]);
    expect(new Set(own.map(({ metadata }) => metadata['workspaceId']))).toEqual(new Set([now.workspaceId]));
    expect(await exported()).toEqual(own.map(({ id }) => id).toReversed());
    expect(await listed()).toMatchObject([{ id: now.integration.id }]);
  });

  it('integrations, uses and links of before are not found, and the API key of before is refused', async () => {
    const one = `${integrations}/${before.integration.id}`;
    for (const path of [one, `${one}/uses`, `${one}/grants`, `${organization}/webhooks/${before.webhook.id}`])
      expect([path, (await ada.get(path)).status]).toEqual([path, 404]);
    expect((await client.get(linkOf(before.integration))).status).toBe(404);
    expect((await client.get(linkOf(now.integration))).status).toBe(200);
    expect((await client.withKey(before.key.key).get(workspace)).status).toBe(401);
    expect((await client.withKey(now.key.key).get(workspace)).status).toBe(200);
    const uses = await ada.get<{ uses: object[] }>(`${integrations}/${now.integration.id}/uses`);
    expect(uses.body.uses).toEqual([]);
  });

  it('nobody has the assignment, and nobody the invitation, that they had in the workspace before', async () => {
    const { body } = await ada.get<{ members: { userId: string; role: string; inherited: boolean }[] }>(
      `${workspace}/members`,
    );
    expect(body.members.find(({ userId }) => userId === bobsId)).toMatchObject({
      role: 'viewer',
      inherited: true,
    });
    const { invitations } = (await ada.get<{ invitations: object[] }>(`${workspace}/invitations`)).body;
    expect(invitations).toEqual([]);
    const { text } = await mailTo(platform.smtp, 'carol@client-of-slugs.example');
    const [, token = ''] = /\/invitations?\/([\w-]{20,})/.exec(text) ?? [];
    expect(token).not.toBe('');
    expect((await client.get(`/v1/invitations/${token}`)).status).toBe(404);
  });

  it('a replay of the trail brings the webhook of the other workspace nothing from before', async () => {
    const from = receiver.received.length;
    const replayed = await ada.post(`${organization}/webhooks/${now.webhook.id}/replay`, {
      afterSequence: 0,
    });
    expect([replayed.status, replayed.body]).toEqual([202, undefined]);
    await platform.runDue();
    const own = (await entries('&workspaceSlug=spring')).map(({ id }) => id);
    const arrived = receiver.received
      .slice(from)
      .map(({ body }) => (JSON.parse(body) as { data: AuditLog }).data);
    expect(arrived.map(({ id }) => id).toSorted()).toEqual(own.toSorted());
    expect(arrived.every(({ metadata }) => metadata['workspaceId'] === now.workspaceId)).toBe(true);
  });

  it('whoever watched the workspace before does not watch the other one', async () => {
    expect((await ada.delete(workspace)).status).toBe(204);
    await ada.post(`${organization}/workspaces`, { name: 'Spring', slug: 'spring' });
    await platform.runDue();
    const { body } = await ada.get<{ id: string; watched: boolean }>(workspace);
    expect(body.watched).toBe(false);
    expect([before.workspaceId, now.workspaceId]).not.toContain(body.id);
  });
});
