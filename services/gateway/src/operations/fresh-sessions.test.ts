import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { keyLevelToProto, roleToProto } from '@patchbay/access/proto';
import { Role } from '@patchbay/contracts/patchbay/common/v1/role';
import { expect, it } from 'vitest';
import { newPasskeyExample } from '../schemas/passkey.ts';
import type { Implementations } from '../testing/default-methods.ts';
import { bearer, post, startGateway } from '../testing/gateway.ts';
import { apiKey } from '../testing/keys.ts';
import { organization, passkey, session, sessionToken, user, workspace } from '../testing/values.ts';
import { webhook } from '../testing/webhooks.ts';
import { operations } from './index.ts';

it('the operations that need a fresh session are those of the contract', () => {
  const declared = operations.flatMap(({ id, fresh }) =>
    fresh === undefined ? [] : [[id, fresh === true ? 'always' : fresh.when]],
  );
  const powerful = 'the key is of level `organization`, or has the role `admin`';
  const admin = 'the role is `admin`';
  const invited = 'the invitation offers the role `admin`';
  expect(Object.fromEntries(declared)).toEqual({
    createApiKey: powerful,
    enableApiKey: powerful,
    rotateApiKey: powerful,
    createGrant: '`access` is `manage`',
    updateOrganizationMember: admin,
    createOrganizationInvitation: admin,
    resendOrganizationInvitation: invited,
    addWorkspaceMember: admin,
    updateWorkspaceMember: admin,
    createWorkspaceInvitation: admin,
    resendWorkspaceInvitation: invited,
    createWebhook: 'always',
    rotateWebhookSecret: 'always',
    replayWebhook: 'always',
    updateWebhook: 'the body has a `url`',
    updateOrganization: '`requiresPasskey` is set to false, or `domainRole` is raised',
    deleteWorkspace: 'always',
    deleteOrganization: 'always',
    restoreOrganization: 'always',
    deleteMe: 'always',
    startPasskeyRegistration: 'always',
    createPasskey: 'always',
    deletePasskey: 'always',
  });
});

const acme = `/v1/organizations/${organization.slug}`;
const keys = `${acme}/api-keys`;
const hook = `${acme}/webhooks/${webhook.id}`;

/** The stand-in of organization, with an API key of this level and role. */
const withKey = (
  level: 'organization' | 'workspace' | 'user',
  role?: 'admin' | 'member',
): Implementations => ({
  apiKeys: {
    getApiKey: () => ({
      apiKey: {
        ...apiKey,
        level: keyLevelToProto(level),
        role: role === undefined ? Role.UNSPECIFIED : roleToProto(role),
      },
    }),
  },
});
/** The stand-in of organization, whose domain lets people join as this; undefined: not at all. */
const joiningAs = (domainRole: Role | undefined): Implementations => ({
  organization: {
    getOrganization: () => ({ organization: { ...organization, domainRole } }),
  },
});

type Case = [what: string, method: string, path: string, body: object | undefined, Implementations?];

const newKey = (more: object): Case => [
  `a new key ${JSON.stringify(more)}`,
  'POST',
  keys,
  { name: 'Reporting', ...more },
];
const brand = { workspaceSlug: workspace.slug };

const inWorkspace = `${acme}/workspaces/${workspace.slug}`;
const newGrant = (access: 'read' | 'manage'): Case => [
  `a new grant to ${access}`,
  'POST',
  `${inWorkspace}/integrations/${apiKey.id}/grants`,
  { apiKeyId: apiKey.id, access },
];
/** Each way in which somebody becomes this, but an invitation that is sent again. */
const becoming = (role: 'admin' | 'member'): Case[] => [
  [`a member becomes ${role}`, 'PATCH', `${acme}/members/${user.id}`, { role }],
  [`a member of a workspace becomes ${role}`, 'PATCH', `${inWorkspace}/members/${user.id}`, { role }],
  [`a new member of a workspace is ${role}`, 'POST', `${inWorkspace}/members`, { userId: user.id, role }],
  [`an invitation as ${role}`, 'POST', `${acme}/invitations`, { email: 'bob@client.example', role }],
  [
    `an invitation to a workspace as ${role}`,
    'POST',
    `${inWorkspace}/invitations`,
    { email: 'bob@client.example', role },
  ],
];

const needed: Case[] = [
  newKey({ level: 'organization', role: 'viewer' }),
  newKey({ level: 'workspace', role: 'admin', ...brand }),
  ...(['enable', 'rotate'] as const).flatMap((verb): Case[] => [
    [
      `${verb}: level organization`,
      'POST',
      `${keys}/${apiKey.id}/${verb}`,
      undefined,
      withKey('organization', 'member'),
    ],
    [
      `${verb}: an admin of a workspace`,
      'POST',
      `${keys}/${apiKey.id}/${verb}`,
      undefined,
      withKey('workspace', 'admin'),
    ],
  ]),
  newGrant('manage'),
  ...becoming('admin'),
  [
    'a new webhook',
    'POST',
    `${acme}/webhooks`,
    { url: 'https://elsewhere.example/', actions: ['integration.*'] },
  ],
  ['the secret of a webhook', 'POST', `${hook}/rotate-secret`, undefined],
  ['closing an organization', 'DELETE', acme, { confirm: organization.slug }],
  ['restoring an organization', 'POST', `${acme}/restore`, undefined],
  ['deleting a workspace', 'DELETE', `${acme}/workspaces/${workspace.slug}`, undefined],
  [
    'deleting an account',
    'DELETE',
    '/v1/me',
    { confirm: user.email },
    { identity: { deleteUser: () => ({}) } },
  ],
  ['starting a passkey', 'POST', '/v1/me/passkeys/options', undefined],
  ['a new passkey', 'POST', '/v1/me/passkeys', newPasskeyExample],
  ['deleting a passkey', 'DELETE', `/v1/me/passkeys/${passkey.id}`, undefined],
  ['the address of a webhook', 'PATCH', hook, { url: 'https://elsewhere.example/' }],
  ['a replay', 'POST', `${hook}/replay`, { afterSequence: 0 }],
  ['passkeys no longer required', 'PATCH', acme, { requiresPasskey: false }],
  ['nobody joined, now viewers do', 'PATCH', acme, { domainRole: 'viewer' }, joiningAs(undefined)],
  ['viewers joined, now members do', 'PATCH', acme, { domainRole: 'member' }, joiningAs(Role.VIEWER)],
];

const notNeeded: Case[] = [
  newKey({ level: 'user' }),
  newKey({ level: 'workspace', role: 'member', ...brand }),
  ...(['enable', 'rotate'] as const).flatMap((verb): Case[] => [
    [
      `${verb}: a member of a workspace`,
      'POST',
      `${keys}/${apiKey.id}/${verb}`,
      undefined,
      withKey('workspace', 'member'),
    ],
    [`${verb}: level user`, 'POST', `${keys}/${apiKey.id}/${verb}`, undefined, withKey('user')],
  ]),
  newGrant('read'),
  ...becoming('member'),
  ['renaming a passkey', 'PATCH', `/v1/me/passkeys/${passkey.id}`, { name: 'Phone' }],
  ['the filter of a webhook', 'PATCH', hook, { actions: ['integration.*'] }],
  ['passkeys required', 'PATCH', acme, { requiresPasskey: true }],
  ['the name', 'PATCH', acme, { name: 'Acme' }],
  ['members joined, now viewers do', 'PATCH', acme, { domainRole: 'viewer' }, joiningAs(Role.MEMBER)],
  ['members join as before', 'PATCH', acme, { domainRole: 'member' }, joiningAs(Role.MEMBER)],
  ['nobody joins any more', 'PATCH', acme, { domainRole: null }, joiningAs(Role.MEMBER)],
];

/** Asks with a session of an admin whose proof is this many minutes old. */
async function ask([, method, path, body, implementations = {}]: Case, minutes: number): Promise<Response> {
  const authenticatedAt = timestampFromDate(new Date(Date.now() - minutes * 60_000));
  const gateway = await startGateway({
    implementations: {
      ...implementations,
      identity: {
        ...implementations.identity,
        authenticate: ({ sessionTokens }) => ({
          authentications: sessionTokens.map((token) =>
            token === sessionToken ? { session: { ...session, authenticatedAt }, user } : {},
          ),
        }),
      },
    },
  });
  return gateway.fetch(
    path,
    body === undefined ? { method, headers: bearer } : { ...post(body, bearer), method },
  );
}

it.each(needed)('%s needs a fresh session', async (...asked) => {
  const refused = await ask(asked, 60);
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ detail: expect.stringMatching(/^confirmation_required: /) });
  expect((await ask(asked, 0)).ok).toBe(true);
});

it.each(notNeeded)('%s needs no fresh session', async (...asked) => {
  expect((await ask(asked, 60)).ok).toBe(true);
});
