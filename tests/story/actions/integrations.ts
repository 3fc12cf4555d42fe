import type { RunningSimulator } from '@patchbay/testing/ad-providers/server';
import { spring } from './tenancy.ts';
import { asBrowser, type Person, type World, withKey } from './world.ts';

interface Integration {
  readonly id: string;
  readonly status: string;
  readonly connectUrl: string;
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
    { params: spring, headers, body: { provider, name: `${provider} \u{1f680} "\\` } },
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

/** Connects with credentials, by the link and by a key; each attempt that fails does so for another reason. */
async function connectWithCredentials(world: World, ada: Person, key: string): Promise<Integration> {
  const { perform, providers } = world;
  const criteo = providers.of('criteo');
  const fields = criteo.simulator.ways[0].fields;
  const wrong = { ...fields, clientSecret: 'mistyped' };
  const integration = await create(world, ada, 'criteo');
  const byLink = { params: { token: tokenOf(integration) }, headers: asBrowser(), actor: 'client' } as const;
  const byKey = {
    params: { ...spring, id: integration.id },
    headers: withKey(key),
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
  await perform('connectIntegration', { ...byKey, body: fields }, ['integration.connected']);
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

/** Consents by a link, after having declined. */
async function connectByConsent(world: World, ada: Person): Promise<Integration> {
  const { perform, providers } = world;
  const integration = await create(world, ada, 'google_ads');
  const params = { token: tokenOf(integration) };
  for (const decline of [true, false]) {
    const { body } = await perform<{ authorizationUrl: string }>('startConnectOauth', { params });
    const back = await providers.consent(body.authorizationUrl, { decline });
    await perform('completeConnectOauth', { query: back.search, headers: asBrowser(), actor: 'client' }, [
      decline ? 'integration.connect_failed' : 'integration.connected',
    ]);
  }
  return integration;
}

/** Resolves with the id of an integration that is active. */
export async function connect(world: World, ada: Person, key: string): Promise<string> {
  const { perform } = world;
  const integration = await connectWithCredentials(world, ada, key);
  await verifyAndDisable(world, ada, integration);
  const { id } = await connectByConsent(world, ada);
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
