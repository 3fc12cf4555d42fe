import type { Client } from './client.ts';
import { playground } from './people.ts';
import { createIntegration, type Integration, integrationsPath, type Stage } from './stage.ts';

export interface Provider {
  readonly provider: string;
  readonly name: string;
  readonly authMethod: string;
  readonly connectFields: readonly { readonly name: string; readonly label: string }[];
}

export const providersOf = async (client: Client): Promise<readonly Provider[]> =>
  (await client.get<{ providers: Provider[] }>('/v1/integrations/providers')).providers;

const listOf = async (client: Client): Promise<readonly Integration[]> =>
  (await client.get<{ integrations: Integration[] }>(integrationsPath(playground.slug))).integrations;

/** The integration to try a provider with: the newest one that is not disabled. */
const currentIntegration = (
  integrations: readonly Integration[],
  provider: string,
): Integration | undefined =>
  integrations.findLast((each) => each.provider === provider && each.status !== 'disabled');

const liveUrlOf = (integration: Integration | undefined): string | undefined =>
  integration?.connectLink?.expired === false ? integration.connectLink.connectUrl : undefined;

/** A new connect link. The one before it stops working. */
async function renewed(stage: Stage, client: Client, { provider, name }: Provider, found?: Integration) {
  if (found === undefined) {
    const { settings } = stage.providers.of(provider).simulator.ways[0];
    const integration = { provider, name, settings };
    return (await createIntegration(client, playground.slug, integration)).connectUrl;
  }
  const path = `${integrationsPath(playground.slug)}/${found.id}/connect-link`;
  return (await client.post<{ connectUrl: string }>(path, { expiresInDays: 30 })).connectUrl;
}

/**
 * A connect link that works, for each of these providers; new ones where there is none, or it was used or has expired. `anew`: new ones
 * in any case.
 */
export async function playgroundLinks(
  stage: Stage,
  client: Client,
  providers: readonly Provider[],
  { anew = false } = {},
): Promise<ReadonlyMap<string, string>> {
  const integrations = await listOf(client);
  const links = new Map<string, string>();
  for (const each of providers) {
    const found = currentIntegration(integrations, each.provider);
    const live = anew ? undefined : liveUrlOf(found);
    links.set(each.provider, live ?? (await renewed(stage, client, each, found)));
  }
  return links;
}

/** The state of a provider in the playground. */
export interface ProviderState {
  readonly id: string;
  readonly status: string;
  /** The account that it is connected to. */
  readonly account: string | null;
}

/** By provider. One whose integrations are all disabled or deleted is left out. */
export async function playgroundStates(client: Client): Promise<ReadonlyMap<string, ProviderState>> {
  const integrations = await listOf(client);
  return new Map(
    integrations
      .filter(({ status }) => status !== 'disabled')
      .map(({ provider, id, status, connectedAccount: account }) => [provider, { id, status, account }]),
  );
}
