import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { accessToProto, roleToProto } from '@patchbay/access/proto';
import type { Role } from '@patchbay/access/role';
import { inOrganization } from '@patchbay/access/rules';
import { createManualClock } from '@patchbay/runtime/manual-clock';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { resendOrganizationInvitation } from '../operations/organizations/resend-organization-invitation.ts';
import { invitationExample } from '../schemas/invitation.ts';
import { organizationParams } from '../schemas/organization.ts';
import { apiKeyHeader, bearer, type GatewayOptions, post, startGateway } from '../testing/gateway.ts';
import { authenticationOf } from '../testing/keys.ts';
import { organization, session, sessionToken, user } from '../testing/values.ts';
import { never } from './assistant.ts';
import { freshForAdmins } from './fresh.ts';
import { defineOperation, type Operation } from './operation.ts';

const example = {
  group: 'integrations',
  method: 'POST',
  summary: '',
  description: '',
  credentials: 'session or key',
  keyLevels: ['user', 'organization', 'workspace'],
  answer: { status: 200, description: '', schema: z.object({}) },
  assistant: never('gives access'),
  audit: { none: 'an example' },
  handle: async () => ({}),
} as const;

const inAcme = { access: inOrganization.change, params: organizationParams } as const;

const operations: Operation[] = [
  resendOrganizationInvitation,
  defineOperation({ ...example, id: 'any', path: '/v1/any', access: { scope: 'authenticated' } }),
  defineOperation({ ...example, id: 'own', path: '/v1/own', access: { scope: 'self' }, fresh: true }),
  defineOperation({
    ...example,
    ...inAcme,
    id: 'always',
    path: '/v1/organizations/{orgSlug}/always',
    fresh: true,
  }),
  defineOperation({
    ...example,
    ...inAcme,
    id: 'forAdmins',
    path: '/v1/organizations/{orgSlug}/for-admins',
    body: z.strictObject({ role: z.string() }).meta({ id: 'Example' }),
    fresh: freshForAdmins,
  }),
  defineOperation({
    ...example,
    ...inAcme,
    id: 'byService',
    path: '/v1/organizations/{orgSlug}/by-service',
    fresh: {
      when: 'there is a workspace',
      needed: async ({ params, callOptions }, { workspaces }) =>
        (await workspaces.listWorkspaces({ organizationSlug: params.orgSlug }, callOptions)).workspaces
          .length > 0,
    },
  }),
];

/** A gateway whose session was proved so many minutes ago, by an admin unless `role` says otherwise. */
const start = async (
  minutes: number,
  { role = 'admin', implementations = {} }: { role?: Role } & Pick<GatewayOptions, 'implementations'> = {},
) => {
  const clock = createManualClock();
  const authenticatedAt = timestampFromDate(new Date(clock.now().getTime() - minutes * 60_000));
  const { id, slug, name } = organization;
  const access = accessToProto({ organization: { id, slug, name, role } });
  const gateway = await startGateway({
    operations,
    parts: { clock },
    implementations: {
      identity: {
        authenticate: ({ sessionTokens }) => ({
          authentications: sessionTokens.map((token) =>
            token === sessionToken ? { session: { ...session, authenticatedAt }, user } : {},
          ),
        }),
      },
      organization: { resolveAccess: () => ({ access }) },
      apiKeys: { authenticateApiKey: ({ key }) => ({ ...authenticationOf(key, ''), access }) },
      ...implementations,
    },
  });
  return { ...gateway, clock };
};

const acme = '/v1/organizations/acme';
const requests = {
  own: ['/v1/own', {}],
  always: [`${acme}/always`, {}],
  forAdmins: [`${acme}/for-admins`, { role: 'admin' }],
  byService: [`${acme}/by-service`, {}],
} as const;
const withFresh = Object.entries(requests);

type Gateway = Awaited<ReturnType<typeof start>>;
const ask = (
  { fetch }: Gateway,
  [path, body]: readonly [string, object],
  headers: Readonly<Record<string, string>> = bearer,
) => fetch(path, post(body, headers));

describe('an operation that needs a fresh session', () => {
  it.each(withFresh)(
    '%s accepts a session for 15 minutes after its proof, then says what is missing, and does not ask an API key',
    async (_, request) => {
      const gateway = await start(0);
      await gateway.clock.advance(15 * 60_000 - 1);
      expect((await ask(gateway, request)).status).toBe(200);
      await gateway.clock.advance(1);
      const response = await ask(gateway, request);
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({
        detail: expect.stringMatching(/^confirmation_required: /),
      });
      expect((await ask(gateway, request, apiKeyHeader('organization'))).status).toBe(200);
    },
  );

  it('a session of a version of identity that tells no proof is as old as its sign-in', async () => {
    const gateway = await start(0, {
      implementations: {
        identity: {
          authenticate: () => ({
            authentications: [
              {
                session: {
                  ...session,
                  createdAt: timestampFromDate(new Date(0)),
                  authenticatedAt: undefined,
                },
                user,
              },
            ],
          }),
        },
      },
    });
    expect((await ask(gateway, requests.own)).status).toBe(403);
  });

  it('a request that does not need it is not refused', async () => {
    const none = { workspaces: { listWorkspaces: () => ({ workspaces: [] }) } };
    expect((await ask(await start(15), [requests.forAdmins[0], { role: 'member' }])).status).toBe(200);
    expect((await ask(await start(15, { implementations: none }), requests.byService)).status).toBe(200);
    expect((await ask(await start(15), ['/v1/any', {}])).status).toBe(200);
  });

  it.each(withFresh.filter(([id]) => id !== 'own'))(
    'a caller whose role is too low for %s is refused for the role, and need not prove anything first',
    async (_, request) => {
      const response = await ask(await start(15, { role: 'member' }), request);
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ detail: inOrganization.change.refusal });
    },
  );

  it('what decides by a service is asked for stale sessions alone', async () => {
    const [fresh, stale] = [await start(14), await start(15)];
    await ask(fresh, requests.byService);
    await ask(stale, requests.byService);
    const methods = ({ calls }: Gateway) => calls.map(({ method }) => method);
    expect(methods(fresh)).not.toContain('listWorkspaces');
    expect(methods(stale)).toContain('listWorkspaces');
  });
});

it.each([
  ['admin', 403],
  ['member', 200],
] as const)('an old session that sends the invitation of a %s again is answered %d', async (role, status) => {
  const recipient = { organizationId: organization.id, email: 'bob@acme.example', role: roleToProto(role) };
  const gateway = await start(15, {
    implementations: { invitations: { resolveRecipient: () => recipient } },
  });
  const answer = await ask(gateway, [`${acme}/invitations/${invitationExample.id}/resend`, {}]);
  expect(answer.status).toBe(status);
});
