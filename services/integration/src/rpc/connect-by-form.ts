import { internal, invalid } from '@patchbay/errors/failure';
import type { ConnectAttempt } from '../attempts/connect.ts';
import { providerOf } from '../attempts/provider-of.ts';
import { type Entered, readConnectFields } from '../domain/fields.ts';
import type { Integration } from '../domain/integration.ts';
import type { Dependencies } from './dependencies.ts';

/** Validates the connect fields; the returned function signs in with them. A provider with a consent page takes none. */
export function connectByForm(
  { catalogue, connectorOf }: Pick<Dependencies, 'catalogue' | 'connectorOf'>,
  integration: Integration,
  entered: Entered = {},
): ConnectAttempt['authorize'] {
  const { name, authMethod, connectFields } = providerOf(catalogue, integration);
  if (authMethod !== 'credentials')
    throw invalid({ path: '', message: `${name} is connected by consent, through the connect link` });
  const fields = readConnectFields(connectFields, entered);
  const connector = connectorOf(integration.provider);
  return async (settings, signal) => {
    if (connector.login === undefined) throw internal(`${integration.provider} has no login`);
    return connector.login(fields, settings, signal);
  };
}
