import { internal } from '@patchbay/errors/failure';
import type { Connector } from './connector.ts';
import { type ConnectorsOptions, createConnector } from './create-connector.ts';
import type { Provider } from './provider.ts';

/** The connector of a provider value. One that is not in the list is a bug: stored integrations name providers of the list. */
export type ConnectorOf = (provider: string) => Connector;

/** Each connector is made once, when it is asked for first. */
export function createConnectors(providers: readonly Provider[], options: ConnectorsOptions): ConnectorOf {
  const byValue = new Map(providers.map((provider) => [provider.provider, provider]));
  const made = new Map<string, Connector>();
  return (value) => {
    const known = made.get(value);
    if (known !== undefined) return known;
    const provider = byValue.get(value);
    if (provider === undefined) throw internal(`no provider ${value}`);
    const connector = createConnector(provider, options);
    made.set(value, connector);
    return connector;
  };
}
