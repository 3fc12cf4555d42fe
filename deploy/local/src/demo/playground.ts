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
const toTry = (integrations: readonly Integration[], provider: string): Integration | undefined =>
  integrations.findLast((each) => each.provider === provider && each.status !== 'disabled');

const liveUrlOf = (integration: Integration | undefined): string | undefined =>
  integration?.connectLink?.expired === false ? integration.connectLink.connectUrl : undefined;

async function renewed(
  stage: Stage,
  client: Client,
  { provider, name }: Provider,
  found: Integration | undefined,
): Promise<string> {
  if (found === undefined) {
    const { settings } = stage.providers.of(provider).simulator.ways[0];
    const integration = { provider, name: `Try ${name}`, settings };
    return (await createIntegration(client, playground.slug, integration)).connectUrl;
  }
  const path = `${integrationsPath(playground.slug)}/${found.id}/connect-link`;
  return (await client.post<{ connectUrl: string }>(path, { expiresInDays: 30 })).connectUrl;
}

/** A connect link that works, for each of these providers; new ones where there is none, or it was used or has expired. */
export async function playgroundLinks(
  stage: Stage,
  client: Client,
  providers: readonly Provider[],
): Promise<ReadonlyMap<string, string>> {
  const integrations = await listOf(client);
  const links = new Map<string, string>();
  for (const each of providers) {
    const found = toTry(integrations, each.provider);
    links.set(each.provider, liveUrlOf(found) ?? (await renewed(stage, client, each, found)));
  }
  return links;
}

/** The account that each provider of the playground is connected to by now. */
export async function playgroundAccounts(client: Client): Promise<ReadonlyMap<string, string>> {
  const connected = (await listOf(client)).filter(({ status }) => status === 'active');
  return new Map(
    connected.map(({ provider, connectedAccount }) => [provider, connectedAccount ?? 'an account']),
  );
}
