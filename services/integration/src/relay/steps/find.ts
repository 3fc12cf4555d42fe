import { notFound } from '@patchbay/errors/failure';
import type { Connector } from '../../connector/connector.ts';
import type { Values } from '../../connector/credentials.ts';
import type { Provider } from '../../connector/provider.ts';
import type { Api, UseAccess } from '../../connector/use.ts';
import { accessFor, type Catalogue, providerOf, settingsFor } from '../../providers/catalogue.ts';
import type { RelayedIntegration } from '../../store/relayed-integration.ts';
import type { RelayParts } from '../relay-parts.ts';

/** What a request is for. */
export interface Found {
  readonly integration: RelayedIntegration;
  readonly provider: Provider;
  readonly connector: Connector;
  readonly api: Api;
  /** With defaults. */
  readonly settings: Values;
  /** What the integration may be used for. */
  readonly access: UseAccess;
}

/** Finds the integration as it is now. An unknown api is refused before anything else, because uses are counted by apis that exist. */
export async function find(
  { find: read, connectorOf }: Pick<RelayParts, 'find' | 'connectorOf'>,
  catalogue: Catalogue,
  name: string,
): Promise<Found> {
  const integration = await read();
  if (integration === undefined) throw notFound('no such integration in this workspace');
  const provider = providerOf(catalogue, integration);
  const api = provider.use.apis.find((each) => each.name === name);
  if (api === undefined) throw notFound(`${integration.provider} has no api of this name`);
  return {
    integration,
    provider,
    connector: connectorOf(integration.provider),
    api,
    settings: settingsFor(catalogue, integration),
    access: accessFor(catalogue, integration),
  };
}
