import { createSimulators } from '@patchbay/testing/ad-providers';
import type { Authenticator } from '@patchbay/testing/authenticator';
import { type Api, apiAt, firstBrokenLink, trailWhen } from '../../api.ts';
import { invite, signIn, signUpAndIn } from '../../people.ts';
import type { Run } from '../run.ts';
import { openConsole } from './console-page.ts';
import { expected } from './expected.ts';
import { signInWithPasskey } from './passkey.ts';
import { useConnection } from './use-connection.ts';
import { createWebhook } from './webhook.ts';

/** A provider with a form: it can be connected without a browser. */
export const provider = 'criteo';

/** What the story has made, for whatever goes on with it. */
export interface Told {
  readonly organizationSlug: string;
  /** Of the admin. */
  readonly api: Api;
  /** Of an API key that may use the integration, also for changes. */
  readonly keyApi: Api;
  /** Of the admin. */
  readonly passkey: Authenticator;
  /** Paths in the API. */
  readonly organization: string;
  readonly workspace: string;
  readonly integration: string;
  /** Of the organization, its workspace and its integration. */
  readonly ids: readonly string[];
  /** The secret of the webhook that all entries of the trail go to. */
  readonly webhookSecret: string;
}

const actions = [
  'organization.created',
  'workspace.created',
  'invitation.created',
  'api_key.created',
  'webhook.created',
  'integration.connected',
  'grant.created',
  'integration.used',
  'integration.request_sent',
  'passkey.created',
];

async function connect(api: Api, workspace: string): Promise<string> {
  const integrations = `${workspace}/integrations`;
  const { id } = expected(
    'an integration',
    201,
    await api.post<{ id: string }>(integrations, { provider, name: 'Sales', access: 'manage' }),
  );
  const fields = createSimulators().find((each) => each.provider === provider)?.ways[0].fields;
  const connected = expected(
    'its credentials',
    200,
    await api.post<{ status: string }>(`${integrations}/${id}/credentials`, fields),
  );
  if (connected.status !== 'active') throw new Error(`the integration is ${connected.status}, not active`);
  return id;
}

/**
 * From sign-up to the audit trail, with one organization, whose names begin with `slug`: a team, a key, a webhook, a connection that is
 * used, a passkey, the console. Throws at the first wrong answer.
 */
export async function tellStory({ tunnel, servers, receiver, log }: Run, slug: string): Promise<Told> {
  const anybody = apiAt(tunnel.addressOf('gateway'));
  const { smtp } = servers;
  const email = `ada@${slug}.example`;
  const token = await signUpAndIn(anybody, smtp, {
    email,
    name: 'Ada',
    organizationName: slug,
    organizationSlug: slug,
  });
  const api = anybody.withSession(token);
  const organization = `/v1/organizations/${slug}`;
  const { id: organizationId } = expected(
    'the organization',
    200,
    await api.get<{ id: string }>(organization),
  );
  const webhookSecret = await createWebhook(api, organization, receiver);
  const { id: workspaceId } = expected(
    'a workspace',
    201,
    await api.post<{ id: string }>(`${organization}/workspaces`, { name: 'Spring', slug: 'spring' }),
  );
  await invite(api, organization, { email: `bob@${slug}.example`, role: 'member' });
  await signIn(anybody, smtp, `bob@${slug}.example`);
  const key = expected(
    'an API key',
    201,
    await api.post<{ id: string; key: string }>(`${organization}/api-keys`, {
      name: 'robot',
      level: 'organization',
      role: 'member',
    }),
  );
  const keyApi = anybody.withKey(key.key);
  expected('a request by key', 200, await keyApi.get(`${organization}/workspaces`));
  const workspace = `${organization}/workspaces/spring`;
  const integrationId = await connect(api, workspace);
  const integration = `${workspace}/integrations/${integrationId}`;
  await useConnection({ api, keyApi, keyId: key.id, integration });
  const passkey = await signInWithPasskey(anybody, api);

  const lacks = (trail: readonly { action: string }[]): string[] =>
    actions.filter((action) => !trail.some((entry) => entry.action === action));
  const trail = await trailWhen(api, slug, (entries) => lacks(entries).length === 0);
  const missing = lacks(trail);
  if (missing.length > 0) throw new Error(`the trail lacks ${missing.join(', ')}`);
  const broken = firstBrokenLink(trail);
  if (broken !== undefined) throw new Error(`the trail is broken at ${broken}`);
  log(`  from sign-up to ${trail.length} entries of an intact trail`);
  const { files, bytes } = await openConsole(tunnel.addressOf('portal'));
  log(`  the first page of the console: ${files} files, ${bytes} bytes`);
  return {
    organizationSlug: slug,
    api,
    keyApi,
    passkey,
    organization,
    workspace,
    integration,
    ids: [organizationId, workspaceId, integrationId],
    webhookSecret,
  };
}
