import type { RunningSimulator } from '@patchbay/testing/ad-providers/server';
import type { Action } from '@patchbay/trail/action';
import { spring } from './tenancy.ts';
import { asBrowser, type Person, type World, withKey } from './world.ts';

interface Integration {
  readonly id: string;
  readonly status: string;
  readonly connectUrl: string;
}

interface Robot {
  readonly id: string;
  readonly key: string;
}

const tokenOf = ({ connectUrl }: Pick<Integration, 'connectUrl'>): string =>
  connectUrl.slice(connectUrl.lastIndexOf('/') + 1);

const faultIn = ({ simulator }: RunningSimulator, name: string) => {
  const fault = simulator.faults.find((each) => each.name === name);
  if (fault === undefined) throw new Error(`${simulator.provider} has no fault ${name}`);
  return fault;
};

/** Creates an integration and changes everything that can be changed of it before it is connected. */
async function create({ perform }: World, { headers }: Person, provider: string): Promise<Integration> {
  const { body } = await perform<Integration>(
    'createIntegration',
    { params: spring, headers, body: { provider, name: `${provider} \u{1f680} "\\`, access: 'manage' } },
    ['integration.created'],
  );
  const request = { params: { ...spring, id: body.id }, headers };
  await perform('updateIntegration', { ...request, body: { name: `Nordlicht ${provider}` } }, [
    'integration.updated',
  ]);
  await perform('revokeConnectLink', request, ['integration.connect_link_revoked']);
  const issued = await perform<Integration>('issueConnectLink', request, ['integration.connect_link_issued']);
  return issued.body;
}

/** Lets the key use an integration: for these accounts, or for all of them. */
const grant = (
  { perform }: World,
  { headers }: Person,
  { id: apiKeyId }: Robot,
  { id }: Pick<Integration, 'id'>,
  accounts: readonly string[] | null,
) =>
  perform<{ id: string }>(
    'createGrant',
    { params: { ...spring, id }, headers, body: { apiKeyId, access: 'manage', accounts } },
    ['grant.created'],
  );

/** No login has it: a grant for it ends with the next connection. */
const lost = ['404'];

const connectedAgain = ['integration.connected', 'grant.revoked'] as const;

/** A new connect link of an integration. */
async function newTokenOf({ perform }: World, { headers }: Person, { id }: Integration): Promise<string> {
  const issued = await perform<Integration>('issueConnectLink', { params: { ...spring, id }, headers }, [
    'integration.connect_link_issued',
  ]);
  return tokenOf(issued.body);
}

/** Connects with credentials, by the link and by a key; each attempt that fails does so for another reason. */
async function connectWithCredentials(world: World, ada: Person, robot: Robot): Promise<Integration> {
  const { perform, providers } = world;
  const criteo = providers.of('criteo');
  const fields = criteo.simulator.ways[0].fields;
  const wrong = { ...fields, clientSecret: 'mistyped' };
  const integration = await create(world, ada, 'criteo');
  const byLink = { params: { token: tokenOf(integration) }, headers: asBrowser(), actor: 'client' } as const;
  const byKey = {
    params: { ...spring, id: integration.id },
    headers: withKey(robot.key),
    actor: 'api_key',
  } as const;
  const failed = ['integration.connect_failed'] as const;

  await perform('submitConnectCredentials', { ...byLink, body: wrong }, failed);
  criteo.fail(faultIn(criteo, 'too many requests'));
  await perform('submitConnectCredentials', { ...byLink, body: fields }, failed);
  criteo.fail(faultIn(criteo, 'the version is gone'));
  await perform('connectIntegration', { ...byKey, body: fields }, failed);
  criteo.fail();
  await perform('submitConnectCredentials', { ...byLink, body: fields }, ['integration.connected']);
  await grant(world, ada, robot, integration, lost);
  await perform('connectIntegration', { ...byKey, body: fields }, connectedAgain);
  const params = { token: await newTokenOf(world, ada, integration) };
  await grant(world, ada, robot, integration, lost);
  await perform('submitConnectCredentials', { ...byLink, params, body: fields }, connectedAgain);
  return integration;
}

/** Verifies by hand with other outcomes than before, disables and enables; what changes no status leaves no entry. */
async function verifyAndDisable(world: World, ada: Person, { id }: Integration): Promise<void> {
  const { perform, providers } = world;
  const criteo = providers.of('criteo');
  const request = { params: { ...spring, id }, headers: ada.headers };
  await perform('verifyIntegration', request);
  criteo.fail(faultIn(criteo, 'nobody has consented'));
  await perform('verifyIntegration', request, ['integration.status_changed']);
  await perform('verifyIntegration', request);
  criteo.fail();
  await perform('verifyIntegration', request, ['integration.status_changed']);

  await perform('disableIntegration', request, ['integration.disabled']);
  await perform('disableIntegration', request);
  criteo.fail(faultIn(criteo, 'too many requests'));
  await perform('enableIntegration', request);
  criteo.fail(faultIn(criteo, 'nobody has consented'));
  await perform('enableIntegration', request, ['integration.enabled']);
  await perform('disableIntegration', request, ['integration.disabled']);
  criteo.fail();
  await perform('enableIntegration', request, ['integration.enabled']);
  await perform('enableIntegration', request);
}

async function chooseAccounts({ perform }: World, { hash }: URL): Promise<void> {
  const params = { token: new URLSearchParams(hash.slice(1)).get('choice') ?? '' };
  const { body } = await perform<{ accounts: { id: string }[] }>('listConnectAccounts', { params });
  const chosen = { params, headers: asBrowser(), body: { accountIds: [body.accounts[0]?.id] } };
  await perform('setConnectAccounts', { ...chosen, actor: 'client' }, [
    'integration.accounts_chosen',
    'grant.revoked',
  ]);
  await perform('setConnectAccounts', chosen);
}

/** Consents by a link, after having declined, then by another one, and chooses the account. */
async function connectByConsent(world: World, ada: Person, robot: Robot): Promise<Integration> {
  const { perform, providers } = world;
  const integration = await create(world, ada, 'google_ads');
  const consent = async (token: string, actions: readonly Action[], decline = false): Promise<URL> => {
    const { body } = await perform<{ authorizationUrl: string }>('startConnectOauth', { params: { token } });
    const back = await providers.consent(body.authorizationUrl, { decline });
    const request = { query: back.search, headers: asBrowser(), actor: 'client' } as const;
    const answer = await perform('completeConnectOauth', request, actions);
    return new URL(answer.headers.get('location') ?? '');
  };
  await consent(tokenOf(integration), ['integration.connect_failed'], true);
  await consent(tokenOf(integration), ['integration.connected']);
  await grant(world, ada, robot, integration, lost);
  const outcome = await consent(await newTokenOf(world, ada, integration), connectedAgain);
  await grant(world, ada, robot, integration, null);
  await chooseAccounts(world, outcome);
  return integration;
}

/** Reads and changes something at the provider, by a session and by a key with a grant. The first read of a caller leaves an entry. */
async function use(world: World, ada: Person, robot: Robot, integration: Integration): Promise<void> {
  const { perform, providers } = world;
  const params = { ...spring, id: integration.id };
  const { headers } = ada;
  const granted = await grant(world, ada, robot, integration, null);
  const at = (path: string) => ({ params: { ...params, api: 'googleads', path } });
  // The provider refuses this path.
  const campaigns = { ...at('customers/1234567890/campaigns'), headers, status: 400 };
  await perform('relayGet', campaigns, ['integration.used']);
  await perform('relayGet', campaigns);
  const byKey = { headers: withKey(robot.key), actor: 'api_key' } as const;
  const search = at('customers/1234567890/googleAds:search');
  await perform('relayPost', { ...search, ...byKey, body: { query: 'SELECT campaign.id FROM campaign' } }, [
    'integration.used',
  ]);
  const mutate = at('customers/1234567890/campaigns:mutate');
  const sent = ['integration.request_sent'] as const;
  await perform('relayPost', { ...mutate, ...byKey, body: { operations: [] } }, sent);
  for (const operation of ['relayPut', 'relayPatch', 'relayDelete'])
    await perform(operation, campaigns, sent);
  // Ends with the grant, while the provider has not answered.
  const provider = providers.of('google_ads');
  const letGo = provider.hold();
  const before = provider.requests.length;
  const running = perform('relayPost', { ...search, ...byKey, body: {}, status: 403 });
  await provider.until(({ length }) => length > before);
  await perform('revokeGrant', { params: { ...params, grantId: granted.body.id }, headers }, [
    'grant.revoked',
  ]);
  await running;
  letGo();
  await perform('relayPost', { ...search, ...byKey, body: {}, status: 403 });
}

/** Resolves with the id of an integration that is active. */
export async function connect(world: World, ada: Person, robot: Robot): Promise<string> {
  const { perform } = world;
  const integration = await connectWithCredentials(world, ada, robot);
  await verifyAndDisable(world, ada, integration);
  await use(world, ada, robot, await connectByConsent(world, ada, robot));
  // Another one: what a read leaves is recorded later, and not of an integration that is gone.
  const { id } = await create(world, ada, 'google_ads');
  await perform('deleteIntegration', { params: { ...spring, id }, headers: ada.headers }, [
    'integration.deleted',
  ]);
  return integration.id;
}

/** The provider refuses the credentials from now on, as the next verification will find. */
export function refuseCredentials({ providers }: World): void {
  const criteo = providers.of('criteo');
  criteo.fail(faultIn(criteo, 'nobody has consented'));
}
