import type { TestSmtpServer } from '@patchbay/testing/smtp';
import { digestOf } from '@patchbay/tokens/token';
import { Client } from 'pg';
import { type Api, apiAt } from '../api.ts';
import { invite, mailTo, signIn, signUpAndIn } from '../people.ts';
import type { KeyColumn, SessionColumn } from './table.ts';

type Headers = Readonly<Record<string, string>>;

export interface Person {
  readonly email: string;
  readonly token: string;
  readonly userId: string;
}

export interface World {
  /** The slug of the organization, and its path in the API. */
  readonly slug: string;
  readonly organization: string;
  /** The path of the workspace that the callers know. */
  readonly workspace: string;
  /** The API with the session of the admin, who created the organization and everything in it. */
  readonly admin: Api;
  readonly people: Readonly<Record<SessionColumn | 'assigned', Person>>;
  /** Key ids. */
  readonly apiKeys: Readonly<
    Record<'ofMember' | 'ofOrganization' | 'ofWorkspace' | 'revokedOfWorkspace' | 'revokedOfDemoted', string>
  >;
  /** Ids of canceled invitations. */
  readonly invitations: Readonly<Record<'organization' | 'workspace', string>>;
  readonly integrations: Integrations;
  /** Id of a webhook that gets nothing. */
  readonly webhook: string;
  readonly bySession: Readonly<Record<SessionColumn, Headers>>;
  readonly byKey: Readonly<Record<KeyColumn, Headers>>;
  /** A session of the admin, who proved an hour ago who they are. */
  readonly byStaleSession: Headers;
  /** Headers that every operation with credentials answers with 401, by a description. */
  readonly rejected: Readonly<Record<string, Headers>>;
}

/** Of the workspace, never connected, of a provider that takes credentials. */
export interface Integrations {
  /** Id of one whose link is never replaced, and the token of that link. */
  readonly pending: string;
  readonly connectToken: string;
  /** Id of one whose link is replaced and revoked. */
  readonly relinked: string;
  readonly disabled: string;
  /** Id of one that the keys may use which `createWorld` grants it to. */
  readonly granted: string;
}

interface Key {
  readonly id: string;
  readonly key: string;
}

const bearerHeaders = ({ token }: Pick<Person, 'token'>): Headers => ({ authorization: `Bearer ${token}` });
const apiKeyHeaders = ({ key }: Key): Headers => ({ 'x-api-key': key });

/** Resolves with the body; rejects if the answer has another status. */
async function bodyOf<Body>(
  status: number,
  answer: Promise<{ readonly status: number; readonly body: Body }>,
): Promise<Body> {
  const { status: answered, body } = await answer;
  if (answered !== status) throw new Error(`${answered} instead of ${status}: ${JSON.stringify(body)}`);
  return body;
}

const newKey = (api: Api, organization: string, body: object): Promise<Key> =>
  bodyOf(201, api.post<Key>(`${organization}/api-keys`, body));

async function canceledInvitation(admin: Api, path: string): Promise<string> {
  const body = { email: 'nobody@elsewhere.example', role: 'member' };
  const { id } = await bodyOf(201, admin.post<{ id: string }>(`${path}/invitations`, body));
  await bodyOf(200, admin.post(`${path}/invitations/${id}/cancel`));
  return id;
}

export interface NewIntegration {
  readonly id: string;
  readonly connectUrl: string;
}

export const newIntegration = (admin: Api, workspace: string, name: string): Promise<NewIntegration> =>
  bodyOf(201, admin.post<NewIntegration>(`${workspace}/integrations`, { provider: 'criteo', name }));

async function createIntegrations(
  admin: Api,
  workspace: string,
  granted: readonly Key[],
): Promise<Integrations> {
  const pending = await newIntegration(admin, workspace, 'Pending');
  const relinked = await newIntegration(admin, workspace, 'Relinked');
  const disabled = await newIntegration(admin, workspace, 'Disabled');
  await bodyOf(200, admin.post(`${workspace}/integrations/${disabled.id}/disable`));
  const used = await newIntegration(admin, workspace, 'Used');
  for (const { id } of granted)
    await bodyOf(
      201,
      admin.post(`${workspace}/integrations/${used.id}/grants`, {
        apiKeyId: id,
        access: 'read',
        accounts: null,
      }),
    );
  return {
    pending: pending.id,
    connectToken: pending.connectUrl.split('/').at(-1) ?? '',
    relinked: relinked.id,
    disabled: disabled.id,
    granted: used.id,
  };
}

async function createWebhook(admin: Api, organization: string): Promise<string> {
  const body = { url: 'http://127.0.0.1:9/', description: 'Quiet', actions: ['webhook.disabled'] };
  return (await bodyOf(201, admin.post<{ id: string }>(`${organization}/webhooks`, body))).id;
}

export interface Place {
  readonly address: string;
  readonly smtp: TestSmtpServer;
  /** URL of the superuser, to let sessions and keys expire by SQL. */
  readonly adminUrl: string;
}

/**
 * Creates the organization `slug` with a person and a key of every column, through the API, and one beside it; only expiry is set by
 * SQL. Nobody else of the platform uses names that begin with the slug.
 */
export async function createWorld({ address, smtp, adminUrl }: Place, slug: string): Promise<World> {
  const api = apiAt(address);
  const organization = `/v1/organizations/${slug}`;
  const workspace = `${organization}/workspaces/brand`;
  const other = `${slug}-other`;
  const founder = async (name: string): Promise<Person> => {
    const email = `founder@${name}.example`;
    const names = { name: 'Founder', organizationName: 'Acme', organizationSlug: name };
    const token = await signUpAndIn(api, smtp, { email, ...names });
    const { id } = await bodyOf(200, api.withSession(token).get<{ id: string }>('/v1/me'));
    return { email, token, userId: id };
  };
  const theFounder = await founder(slug);
  const admin = api.withSession(theFounder.token);
  for (const [name, workspaceSlug] of [
    ['Brand', 'brand'],
    ['Search', 'search'],
  ]) {
    await bodyOf(201, admin.post(`${organization}/workspaces`, { name, slug: workspaceSlug }));
  }

  /** Invites a new person into the organization or workspace at the path and accepts as that person. */
  const join = async (name: string, path: string, role: string): Promise<Person> => {
    const email = `${name}@${slug}-elsewhere.example`;
    await invite(admin, path, { email, role });
    // Waits for the invitation's mail, so that the next one is the sign-in link.
    await mailTo(smtp, email);
    const signedIn = await signIn(api, smtp, email);
    const own = api.withSession(signedIn.token);
    const mine = await bodyOf(200, own.get<{ invitations: { id: string }[] }>('/v1/me/invitations'));
    await bodyOf(200, own.post(`/v1/me/invitations/${mine.invitations[0]?.id}/accept`));
    return { email, ...signedIn };
  };
  const people = {
    admin: theFounder,
    // Demoted to member below.
    member: await join('member', organization, 'admin'),
    viewer: await join('viewer', organization, 'viewer'),
    promoted: await join('promoted', organization, 'member'),
    'guest admin': await join('guest-admin', workspace, 'admin'),
    'guest member': await join('guest-member', workspace, 'member'),
    'guest viewer': await join('guest-viewer', workspace, 'viewer'),
    'guest elsewhere': await join('guest-elsewhere', `${organization}/workspaces/search`, 'admin'),
    outsider: await founder(other),
    removed: await join('removed', organization, 'admin'),
    // Assigned to the workspace before each `removeWorkspaceMember`.
    assigned: await join('assigned', organization, 'viewer'),
  };
  await bodyOf(201, admin.post(`${workspace}/members`, { userId: people.promoted.userId, role: 'admin' }));

  const ownKey = (person: Person): Promise<Key> =>
    newKey(api.withSession(person.token), organization, { name: 'own', level: 'user' });
  const organizationKey = (role: string): Promise<Key> =>
    newKey(admin, organization, { name: `organization ${role}`, level: 'organization', role });
  const workspaceKey = (role: string, workspaceSlug = 'brand'): Promise<Key> =>
    newKey(admin, organization, { name: `workspace ${role}`, level: 'workspace', role, workspaceSlug });

  const keys: Record<KeyColumn, Key> = {
    admin: await ownKey(people.admin),
    member: await ownKey(people.member),
    viewer: await ownKey(people.viewer),
    'guest viewer': await ownKey(people['guest viewer']),
    'organization admin': await organizationKey('admin'),
    'organization member': await organizationKey('member'),
    'organization viewer': await organizationKey('viewer'),
    'workspace admin': await workspaceKey('admin'),
    'workspace member': await workspaceKey('member'),
    'workspace viewer': await workspaceKey('viewer'),
    elsewhere: await workspaceKey('admin', 'search'),
    foreign: await newKey(api.withSession(people.outsider.token), `/v1/organizations/${other}`, {
      name: 'foreign',
      level: 'organization',
      role: 'admin',
    }),
  };

  const ofDemoted = await newKey(api.withSession(people.member.token), organization, {
    name: 'organization admin of the member',
    level: 'organization',
    role: 'admin',
  });
  await bodyOf(200, admin.post(`${organization}/api-keys/${ofDemoted.id}/revoke`));
  await bodyOf(200, admin.patch(`${organization}/members/${people.member.userId}`, { role: 'member' }));

  const disabled = await organizationKey('admin');
  await bodyOf(200, admin.post(`${organization}/api-keys/${disabled.id}/disable`));
  const revoked = await workspaceKey('admin');
  await bodyOf(200, admin.post(`${organization}/api-keys/${revoked.id}/revoke`));
  const rotated = await organizationKey('admin');
  await bodyOf(201, admin.post(`${organization}/api-keys/${rotated.id}/rotate`));
  const orphans = {
    'a key whose creator was removed': await ownKey(people.removed),
    'a workspace key whose creator was removed': await newKey(
      api.withSession(people.removed.token),
      organization,
      {
        name: 'orphan',
        level: 'workspace',
        role: 'admin',
        workspaceSlug: 'brand',
      },
    ),
  };
  await bodyOf(204, admin.delete(`${organization}/members/${people.removed.userId}`));

  const expiredKey = await organizationKey('admin');
  const expiredSession = await signIn(api, smtp, people.admin.email);
  const ofSession = await bodyOf(
    200,
    api.withSession(expiredSession.token).get<{ session: { id: string } }>('/v1/auth/session'),
  );
  const staleSession = await signIn(api, smtp, people.admin.email);
  const database = new Client({ connectionString: adminUrl });
  await database.connect();
  const past = "expires_at = now() - interval '1 second'";
  await database.query(`update identity.sessions set ${past} where id = $1`, [ofSession.session.id]);
  await database.query(
    `update identity.sessions set authenticated_at = now() - interval '1 hour' where token_digest = $1`,
    [digestOf(staleSession.token)],
  );
  await database.query(`update organization.api_keys set ${past} where id = $1`, [expiredKey.id]);
  await database.end();

  const mistypedKey = keys.admin.key.slice(0, -1) + (keys.admin.key.endsWith('0') ? '1' : '0');
  const headersOf = <Name extends string, Value>(
    values: Readonly<Record<Name, Value>>,
    headers: (value: Value) => Headers,
  ): Record<Name, Headers> =>
    Object.fromEntries(
      Object.entries<Value>(values).map(([name, value]) => [name, headers(value)]),
    ) as Record<Name, Headers>;
  const { assigned: _assigned, ...withColumns } = people;

  return {
    slug,
    organization,
    workspace,
    admin,
    people,
    apiKeys: {
      ofMember: keys.member.id,
      ofOrganization: keys['organization viewer'].id,
      ofWorkspace: keys['workspace viewer'].id,
      revokedOfWorkspace: revoked.id,
      revokedOfDemoted: ofDemoted.id,
    },
    invitations: {
      organization: await canceledInvitation(admin, organization),
      workspace: await canceledInvitation(admin, workspace),
    },
    integrations: await createIntegrations(admin, workspace, [
      keys.admin,
      keys.member,
      keys['organization admin'],
      keys['organization member'],
      keys['workspace admin'],
      keys['workspace member'],
    ]),
    webhook: await createWebhook(admin, organization),
    bySession: headersOf(withColumns, bearerHeaders),
    byStaleSession: bearerHeaders(staleSession),
    byKey: headersOf(keys, apiKeyHeaders),
    rejected: {
      'no credential': {},
      'a broken bearer': bearerHeaders({ token: 'broken' }),
      'an expired session': bearerHeaders(expiredSession),
      'a mistyped key': { 'x-api-key': mistypedKey },
      'a revoked key beside a good session': { ...bearerHeaders(people.admin), ...apiKeyHeaders(revoked) },
      ...headersOf(
        {
          'a disabled key': disabled,
          'a revoked key': revoked,
          'a rotated key': rotated,
          'an expired key': expiredKey,
          ...orphans,
        },
        apiKeyHeaders,
      ),
    },
  };
}
