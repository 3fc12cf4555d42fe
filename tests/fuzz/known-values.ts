import type { AdProviders } from '@patchbay/testing/ad-providers/server';
import { createAuthenticator } from '@patchbay/testing/authenticator';
import type { TestSmtpServer } from '@patchbay/testing/smtp';
import type { Api } from '../api.ts';
import type { World } from '../matrix/world.ts';
import { linkTokenFor, mailTo, signIn } from '../people.ts';
import type { Caller, Known } from './fuzz-case.ts';

type ByName = Readonly<Record<string, Caller['headers']>>;

const named = (credential: Caller['credential'], all: ByName): Caller[] =>
  Object.entries(all).map(([name, headers]) => ({ name: `${credential}: ${name}`, headers, credential }));

/** Callers of every kind that the access matrix has, and one without a credential. */
export function callersIn({ bySession, byKey, rejected }: World): {
  readonly admin: Caller;
  readonly callers: readonly Caller[];
} {
  const { 'no credential': _none, ...broken } = rejected;
  return {
    admin: { name: 'bearer: admin', headers: bySession.admin, credential: 'bearer' },
    callers: [
      { name: 'nobody', headers: {}, credential: 'none' },
      ...named('bearer', bySession),
      ...named('apiKey', byKey),
      ...named('rejected', broken),
    ],
  };
}

interface Place {
  readonly api: Api;
  readonly smtp: TestSmtpServer;
  readonly world: World;
  readonly providers: Pick<AdProviders, 'consent'>;
  /** The address of the pages. */
  readonly portal: string;
  /** Does what is due in the background, and what follows from it. */
  readonly runDue: () => Promise<void>;
}

/** As the simulator of the provider expects them. */
const credentials = { clientId: 'criteo-client', clientSecret: 'criteo-customer-secret' };
const filters = { actorId: ['unknown'], targetType: ['workspace'], action: ['workspace.created'] };

/**
 * Makes things for the requests of one operation, and returns what names them. Each operation gets its own: an operation may
 * change or delete everything here, and must not take away a caller's session, key or membership.
 */
export function createKnownValues({
  api,
  smtp,
  world,
  providers,
  portal,
  runDue,
}: Place): (operationId: string) => Promise<Known> {
  const { slug, organization, workspace, admin, people } = world;
  const base = { orgSlug: [slug], workspaceSlug: ['brand'] };
  let count = 0;
  const created = async <Body>(path: string, body?: object): Promise<Body> => {
    const answer = await admin.post<Body>(path, body);
    if (answer.status !== 201)
      throw new Error(`${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const times = async <Value>(length: number, make: (index: number) => Promise<Value>): Promise<Value[]> => {
    const values: Value[] = [];
    for (let index = 0; index < length; index += 1) values.push(await make(index));
    return values;
  };
  const ids = (path: string, bodyOf: (index: number) => object): Promise<string[]> =>
    times(3, async () => {
      count += 1;
      return (await created<{ id: string }>(path, bodyOf(count))).id;
    });
  const email = (index: number): string => `fuzzed-${index}@${slug}-elsewhere.example`;
  const invitations = async (path: string): Promise<Known> => ({
    values: {
      ...base,
      id: await ids(`${path}/invitations`, (index) => ({ email: email(index), role: 'viewer' })),
    },
  });
  const apiKeys = async (status?: 'disabled'): Promise<Known> => {
    const id = await ids(`${organization}/api-keys`, (index) => ({ name: `Fuzzed ${index}`, level: 'user' }));
    if (status === 'disabled')
      for (const key of id) await admin.post(`${organization}/api-keys/${key}/disable`);
    return { values: { ...base, id } };
  };
  const integration = () =>
    created<{ id: string; connectUrl: string }>(`${workspace}/integrations`, {
      provider: 'criteo',
      name: 'Fuzzed',
    });
  const integrations = async (isConnected = false): Promise<Known> => {
    const made = await times(3, integration);
    if (isConnected)
      for (const { id } of made) await admin.post(`${workspace}/integrations/${id}/credentials`, credentials);
    return {
      values: {
        ...base,
        id: made.map(({ id }) => id),
        token: made.map(({ connectUrl }) => connectUrl.split('/').at(-1) ?? ''),
        provider: ['criteo', 'google_ads'],
      },
      bodies: [credentials],
    };
  };
  /** Of a link to a provider that asks for consent. */
  const consentToken = async (): Promise<string> => {
    const asked = { provider: 'google_ads', name: 'Fuzzed' };
    const { connectUrl } = await created<{ connectUrl: string }>(`${workspace}/integrations`, asked);
    return connectUrl.split('/').at(-1) ?? '';
  };
  /** The choice of an account that a consent ends with. */
  const choice = async (): Promise<string> => {
    const { body } = await api.post<{ authorizationUrl: string }>(
      `/v1/connect/${await consentToken()}/oauth`,
    );
    const answer = await fetch(await providers.consent(body.authorizationUrl), { redirect: 'manual' });
    const { hash } = new URL(answer.headers.get('location') ?? '');
    return new URLSearchParams(hash.slice(1)).get('choice') ?? '';
  };
  /** A new session of the admin: the operation may end it. */
  const expendable = async (): Promise<Caller> => {
    const { token } = await signIn(api, smtp, people.admin.email);
    return {
      name: 'bearer: a session of the admin',
      headers: { authorization: `Bearer ${token}` },
      credential: 'bearer',
    };
  };
  const device = async (): Promise<Known> => {
    const codes = await times(3, () => api.post<{ deviceCode: string; userCode: string }>('/v1/auth/device'));
    return {
      values: {
        deviceCode: codes.map(({ body }) => body.deviceCode),
        userCode: codes.map(({ body }) => body.userCode),
      },
    };
  };
  /** Invitations of somebody who is in no organization, and who accepts or declines them. */
  const ownInvitations = async (): Promise<Known> => {
    const { email: address, token } = people.removed;
    await admin.post(`${organization}/invitations`, { email: address, role: 'viewer' });
    const own = await api.withSession(token).get<{ invitations: { id: string }[] }>('/v1/me/invitations');
    return {
      values: { id: own.body.invitations.map(({ id }) => id) },
      caller: { name: 'bearer: invited', headers: world.bySession.removed, credential: 'bearer' },
    };
  };
  const sessions = (): Promise<string[]> =>
    times(2, async () => {
      const { token } = await signIn(api, smtp, people.admin.email);
      const { body } = await api.withSession(token).get<{ session: { id: string } }>('/v1/auth/session');
      return body.session.id;
    });
  const assigned = async (isAssigned: boolean): Promise<Known> => {
    const { userId } = people.assigned;
    if (isAssigned) await admin.post(`${workspace}/members`, { userId, role: 'viewer' });
    else await admin.delete(`${workspace}/members/${userId}`);
    return { values: { ...base, userId: [userId] } };
  };

  /** New ones in place of all others: an organization has ten. Nobody listens at their address, so they get few events. */
  const webhooks = async (): Promise<Known> => {
    const all = `${organization}/webhooks`;
    const { body } = await admin.get<{ webhooks: { id: string }[] }>(all);
    for (const { id } of body.webhooks) await admin.delete(`${all}/${id}`);
    return {
      values: { ...base, id: await ids(all, () => ({ url: 'http://127.0.0.1:9/', actions: ['webhook.*'] })) },
    };
  };
  const deliveries = async (): Promise<Known> => {
    const { values } = await webhooks();
    const id = values['id']?.[0] ?? '';
    const one = `${organization}/webhooks/${id}`;
    await admin.patch(one, { description: 'Fuzzed' });
    await runDue();
    const { body } = await admin.get<{ deliveries: { id: string }[] }>(`${one}/deliveries`);
    return { values: { ...base, id: [id], deliveryId: body.deliveries.map((delivery) => delivery.id) } };
  };

  /** What a new authenticator of the admin has made, to be registered. It does not count, so its proofs may come in any order. */
  const madePasskey = async () => {
    const authenticator = createAuthenticator(portal);
    const { body } = await admin.post('/v1/me/passkeys/options');
    return {
      authenticator,
      body: { name: 'Fuzzed', credential: authenticator.register(body, { counter: 0 }) },
    };
  };
  const proofOf = async ({ authenticator }: Awaited<ReturnType<typeof madePasskey>>) => {
    const options = await api.post('/v1/auth/passkey/options');
    return { credential: authenticator.sign(options.body, { counter: 0 }) };
  };
  let proven: Promise<void> | undefined;
  /** Registers the first passkey of the admin and confirms their session with it: only such a session registers others. */
  const prove = async (): Promise<void> => {
    const first = await madePasskey();
    await created('/v1/me/passkeys', first.body);
    const { status } = await admin.post('/v1/auth/session/confirm', await proofOf(first));
    if (status !== 200) throw new Error(`the confirmation answered ${status}`);
  };
  const newPasskey = async () => {
    proven ??= prove();
    await proven;
    return madePasskey();
  };
  const passkeys = async (): Promise<Known> => ({
    values: {
      id: await times(3, async () => {
        const { body } = await newPasskey();
        return (await created<{ id: string }>('/v1/me/passkeys', body)).id;
      }),
    },
  });
  const passkeyProofs = async (): Promise<Known> => {
    const passkey = await newPasskey();
    await created('/v1/me/passkeys', passkey.body);
    return { values: {}, bodies: await times(3, () => proofOf(passkey)) };
  };

  const signInLink = async (): Promise<Known> => ({
    values: { token: [await linkTokenFor(api, smtp, people.admin.email)] },
  });

  const makers: Readonly<Record<string, () => Promise<Known>>> = {
    previewSignInLink: signInLink,
    verifySignInLink: signInLink,
    createPasskey: async () => ({
      values: {},
      bodies: await times(3, async () => (await newPasskey()).body),
    }),
    updatePasskey: passkeys,
    deletePasskey: passkeys,
    verifyPasskeySignIn: passkeyProofs,
    confirmSession: passkeyProofs,
    startProviderSignIn: async () => ({ values: { provider: ['google'] } }),
    completeProviderSignIn: async () => ({ values: { provider: ['google'] } }),
    getDeviceAuthorization: async () => ({ ...(await device()), caller: await expendable() }),
    decideDeviceAuthorization: async () => ({ ...(await device()), caller: await expendable() }),
    signOut: async () => ({ values: {}, caller: await expendable() }),
    deleteMe: async () => {
      count += 1;
      await created(`${organization}/invitations`, { email: email(count), role: 'viewer' });
      const { token } = await signIn(api, smtp, email(count));
      const headers = { authorization: `Bearer ${token}` };
      return {
        values: {},
        bodies: [{ confirm: email(count) }],
        caller: { name: 'bearer: somebody who leaves', headers, credential: 'bearer' },
      };
    },
    pollDeviceAuthorization: async () => {
      const known = await device();
      for (const userCode of known.values['userCode'] ?? [])
        await admin.post('/v1/auth/device/decide', { userCode, decision: 'approve' });
      return known;
    },
    revokeSession: async () => ({ values: { id: await sessions() } }),
    acceptInvitation: ownInvitations,
    declineInvitation: ownInvitations,
    getInvitation: async () => {
      count += 1;
      await created(`${organization}/invitations`, { email: email(count), role: 'viewer' });
      const { text } = await mailTo(smtp, email(count));
      const token = /\/invitations\/([\w-]+)/.exec(text)?.[1];
      if (token === undefined) throw new Error('the mail of the invitation has no link');
      return { values: { token: [token] } };
    },
    deleteOrganization: async () => ({ values: base, bodies: [{ confirm: slug }] }),
    updateOrganizationMember: () => assigned(false),
    removeOrganizationMember: () => assigned(false),
    resendOrganizationInvitation: () => invitations(organization),
    cancelOrganizationInvitation: () => invitations(organization),
    deleteWorkspace: async () => ({
      values: {
        ...base,
        workspaceSlug: await times(3, async (index) => {
          const workspaceSlug = `fuzzed-${index}`;
          await created(`${organization}/workspaces`, { name: 'Fuzzed', slug: workspaceSlug });
          return workspaceSlug;
        }),
      },
    }),
    addWorkspaceMember: () => assigned(false),
    updateWorkspaceMember: () => assigned(true),
    removeWorkspaceMember: () => assigned(true),
    resendWorkspaceInvitation: () => invitations(workspace),
    cancelWorkspaceInvitation: () => invitations(workspace),
    getApiKey: () => apiKeys(),
    updateApiKey: () => apiKeys(),
    disableApiKey: () => apiKeys(),
    enableApiKey: () => apiKeys('disabled'),
    revokeApiKey: () => apiKeys(),
    rotateApiKey: () => apiKeys(),
    getProvider: async () => ({ values: { provider: ['criteo', 'google_ads'] } }),
    listOrganizationIntegrations: async () => ({ values: { ...base, provider: ['criteo'] } }),
    listIntegrations: async () => ({ values: { ...base, provider: ['criteo'] } }),
    createIntegration: async () => ({
      values: { ...base, provider: ['criteo'] },
      bodies: [{ provider: 'criteo', name: 'Fuzzed' }],
    }),
    getIntegration: () => integrations(),
    updateIntegration: async () => ({ ...(await integrations()), bodies: [{ name: 'Renamed' }] }),
    deleteIntegration: () => integrations(),
    connectIntegration: () => integrations(),
    issueConnectLink: async () => ({ ...(await integrations()), bodies: [{}] }),
    revokeConnectLink: () => integrations(),
    disableIntegration: () => integrations(true),
    enableIntegration: () => integrations(true),
    verifyIntegration: () => integrations(true),
    listIntegrationAccounts: async () => {
      const known = await integrations(true);
      return { ...known, values: { ...known.values, cursor: ['1'], limit: ['1', '200'] } };
    },
    listGrants: () => integrations(),
    createGrant: async () => {
      const { values } = await apiKeys();
      const bodies = values['id']?.map((apiKeyId) => ({ apiKeyId, access: 'read', accounts: null })) ?? [];
      return { ...(await integrations()), bodies };
    },
    revokeGrant: async () => {
      const { id } = await integration();
      const keys = (await apiKeys()).values['id'] ?? [];
      const grants = await times(keys.length, (index) =>
        created<{ id: string }>(`${workspace}/integrations/${id}/grants`, {
          apiKeyId: keys[index],
          access: 'read',
          accounts: null,
        }),
      );
      return { values: { ...base, id: [id], grantId: grants.map((grant) => grant.id) } };
    },
    listUses: () => integrations(),
    listRelayedRequests: () => integrations(),
    getConnectPage: () => integrations(),
    submitConnectCredentials: () => integrations(),
    listConnectAccounts: async () => ({
      values: { token: await times(3, choice), cursor: ['1'], limit: ['1', '200'] },
    }),
    setConnectAccounts: async () => {
      const token = await times(3, choice);
      const { body } = await api.get<{ accounts: { id: string }[] }>(`/v1/connect/${token[0]}/accounts`);
      return {
        values: { token },
        bodies: [{ all: true }, ...body.accounts.map(({ id }) => ({ accountIds: [id] }))],
      };
    },
    startConnectOauth: async () => ({ values: { token: await times(3, consentToken) }, bodies: [{}] }),
    createWebhook: async () => {
      const { values } = await webhooks();
      return { values, bodies: [{ url: 'https://hooks.example/', actions: ['member.*'] }] };
    },
    getWebhook: webhooks,
    updateWebhook: async () => ({ ...(await webhooks()), bodies: [{ description: 'Fuzzed' }] }),
    deleteWebhook: webhooks,
    rotateWebhookSecret: webhooks,
    testWebhook: webhooks,
    listDeliveries: webhooks,
    redeliver: deliveries,
    replayWebhook: webhooks,
    listWorkspaceActivity: async () => {
      const { values } = await integrations();
      const page = await admin.get<{ nextCursor: string }>(`${workspace}/activity?limit=1`);
      const cursor = [page.body.nextCursor, 'unknown'];
      return { values: { ...base, cursor, integrationId: values['id'] ?? [], limit: ['1', '200'] } };
    },
    listAuditLogs: async () => {
      const page = await admin.get<{ nextCursor: string }>(`${organization}/audit-logs?limit=1`);
      const cursor = [page.body.nextCursor, 'unknown'];
      return { values: { ...base, ...filters, cursor, limit: ['1', '200'] } };
    },
    exportAuditLogs: async () => ({ values: { ...base, ...filters } }),
  };
  return (operationId) => makers[operationId]?.() ?? Promise.resolve({ values: base });
}
