import { internal } from '@patchbay/errors/failure';
import type { Values } from '../connector/credentials.ts';
import type { Provider } from '../connector/provider.ts';
import { withDefaults } from '../domain/fields.ts';
import type { Integration } from '../domain/integration.ts';
import type { Catalogue } from '../providers/catalogue.ts';

/** The provider of a stored integration. One that is not in the list is a bug. */
export function providerOf(catalogue: Catalogue, { provider }: Pick<Integration, 'provider'>): Provider {
  const entry = catalogue.find(provider);
  if (entry === undefined) throw internal(`no provider ${provider}`);
  return entry.provider;
}

/** The settings as a connector takes them. */
export const settingsFor = (
  catalogue: Catalogue,
  integration: Pick<Integration, 'provider' | 'settings'>,
): Values => withDefaults(providerOf(catalogue, integration).settingsFields, integration.settings);
