import { operations } from '@patchbay/gateway/operations';
import { createAuthenticator } from '@patchbay/testing/authenticator';
import type { TestSmtpServer } from '@patchbay/testing/smtp';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, apiAt } from '../api.ts';
import { invite, signIn, signUpAndIn, signUpOf } from '../people.ts';
import { type Platform, sharedPlatform } from '../platform.ts';

const signUp = signUpOf('two-gateways');
const organization = `/v1/organizations/${signUp.organizationSlug}`;
const member = 'bob@two-gateways-elsewhere.example';
let platform: Platform;
let smtp: TestSmtpServer;
let gateway: Api;
let otherGateway: Api;

beforeAll(async () => {
  platform = await sharedPlatform();
  ({ smtp } = platform);
  gateway = apiAt(platform.address);
  otherGateway = apiAt(await platform.startSecondGateway());
});

describe('with two gateways, a change made at one is in effect at the other on the next request', () => {
  let ada: string;
  let bob: { token: string; userId: string };

  beforeAll(async () => {
    ada = await signUpAndIn(gateway, smtp, signUp);
    await invite(gateway.withSession(ada), organization, { email: member, role: 'admin' });
    bob = await signIn(gateway, smtp, member);
    const { body } = await gateway
      .withSession(bob.token)
      .get<{ invitations: { id: string }[] }>('/v1/me/invitations');
    await gateway.withSession(bob.token).post(`/v1/me/invitations/${body.invitations[0]?.id}/accept`);
  });

  it('a session revoked at one gateway is refused by the other on the next requests', async () => {
    const session = await signIn(gateway, smtp, signUp.email);
    const ask = () => otherGateway.withSession(session.token).get('/v1/me');
    const statuses = async () =>
      (await Promise.all(Array.from({ length: 10 }, ask))).map(({ status }) => status);
    expect(await statuses()).toEqual(Array(10).fill(200));
    const { body } = await otherGateway
      .withSession(session.token)
      .get<{ session: { id: string } }>('/v1/auth/session');
    const revoked = await gateway.withSession(ada).delete(`/v1/auth/sessions/${body.session.id}`);
    expect(revoked.status).toBe(204);
    expect(await statuses()).toEqual(Array(10).fill(401));
  });

  it.each(['disable', 'revoke'])(
    'an API key after %s at one gateway is refused by the other on the next request',
    async (verb) => {
      const created = await gateway
        .withSession(ada)
        .post<{ id: string; key: string }>(`${organization}/api-keys`, {
          name: verb,
          level: 'organization',
          role: 'viewer',
        });
      const { id, key } = created.body;
      expect((await otherGateway.withKey(key).get(organization)).status).toBe(200);
      expect((await gateway.withSession(ada).post(`${organization}/api-keys/${id}/${verb}`)).status).toBe(
        200,
      );
      expect((await otherGateway.withKey(key).get(organization)).status).toBe(401);
    },
  );

  it('a role taken at one gateway has no effect at the other on the next request', async () => {
    const rename = (name: string) => otherGateway.withSession(bob.token).patch(organization, { name });
    expect((await rename('Acme Inc')).status).toBe(200);
    const demoted = await gateway
      .withSession(ada)
      .patch(`${organization}/members/${bob.userId}`, { role: 'viewer' });
    expect(demoted.status).toBe(200);
    expect((await rename('Acme Ltd')).status).toBe(403);
    expect((await otherGateway.withSession(bob.token).get(organization)).body).toMatchObject({
      role: 'viewer',
    });
  });
});

describe('with two gateways, a creation is answered again at the other', () => {
  let admin: string;
  /** A request for each operation that creates something; `change` makes another valid body of `body`. */
  let requests: Readonly<Record<string, { path: string; body: object; change: object }>>;

  beforeAll(async () => {
    const { token, userId } = await signIn(gateway, smtp, signUp.email);
    admin = token;
    const api = gateway.withSession(token);
    await api.post(`${organization}/workspaces`, { name: 'Once', slug: 'once' });
    const rotated = await api.post<{ id: string }>(`${organization}/api-keys`, {
      name: 'old',
      level: 'user',
    });
    const granted = await api.post<{ id: string }>(`${organization}/api-keys`, {
      name: 'granted',
      level: 'user',
    });
    const workspace = `${organization}/workspaces/once`;
    const integrations = `${workspace}/integrations`;
    const linked = await api.post<{ id: string }>(integrations, { provider: 'criteo', name: 'Linked' });
    const options = await api.post('/v1/me/passkeys/options');
    requests = {
      createPasskey: {
        path: '/v1/me/passkeys',
        body: {
          name: 'Laptop',
          credential: createAuthenticator(platform.portal).register(options.body),
        },
        change: { name: 'Phone' },
      },
      createOrganizationInvitation: {
        path: `${organization}/invitations`,
        body: { email: 'one@two-gateways-elsewhere.example', role: 'member' },
        change: { role: 'viewer' },
      },
      createWorkspaceInvitation: {
        path: `${workspace}/invitations`,
        body: { email: 'two@two-gateways-elsewhere.example', role: 'member' },
        change: { role: 'viewer' },
      },
      createWorkspace: {
        path: `${organization}/workspaces`,
        body: { name: 'Twice', slug: 'twice' },
        change: { slug: 'thrice' },
      },
      addWorkspaceMember: {
        path: `${workspace}/members`,
        body: { userId, role: 'viewer' },
        change: { role: 'admin' },
      },
      createApiKey: {
        path: `${organization}/api-keys`,
        body: { name: 'new', level: 'user' },
        change: { name: 'newer' },
      },
      rotateApiKey: {
        path: `${organization}/api-keys/${rotated.body.id}/rotate`,
        body: { graceHours: 1 },
        change: { graceHours: 2 },
      },
      createIntegration: {
        path: integrations,
        body: { provider: 'criteo', name: 'Nordlicht' },
        change: { name: 'Südlicht' },
      },
      createGrant: {
        path: `${integrations}/${linked.body.id}/grants`,
        body: { apiKeyId: granted.body.id, access: 'read', accounts: null },
        change: { accounts: ['1'] },
      },
      createWebhook: {
        path: `${organization}/webhooks`,
        body: { url: 'http://127.0.0.1:9/hooks', actions: ['webhook.disabled'], workspaceSlug: 'once' },
        change: { workspaceSlug: null },
      },
      issueConnectLink: {
        path: `${integrations}/${linked.body.id}/connect-link`,
        body: { expiresInDays: 1 },
        change: { expiresInDays: 2 },
      },
    };
  });

  it.each(operations.filter(({ answer }) => answer.status === 201))(
    '$id sent to both gateways with one key creates one thing and gets one answer',
    async ({ id }) => {
      const request = requests[id];
      if (request === undefined) throw new Error(`${id} needs a request in this test`);
      const { path, body, change } = request;
      const send = (api: Api, sent: object) =>
        api.withSession(admin).withIdempotencyKey(`once-${id}`).post(path, sent);
      const first = await send(gateway, body);
      expect(first).toMatchObject({ status: 201, body: { id: expect.any(String) } });
      expect(first.headers.has('idempotency-replayed')).toBe(false);
      const again = await send(otherGateway, body);
      expect(again).toMatchObject({ status: 201, body: first.body });
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      const other = await send(gateway, { ...body, ...change });
      expect(other).toMatchObject({
        status: 409,
        body: { detail: 'This Idempotency-Key was used with another body. Use a new key.' },
      });
    },
  );

  it('no service ignores an Idempotency-Key', () => {
    expect(platform.log()).not.toContain('idempotency key was not kept by the service');
  });
});
