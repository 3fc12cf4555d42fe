import { Failure } from '@patchbay/errors/failure';
import type { Values } from '../connector/credentials.ts';
import type { Provider } from '../connector/provider.ts';
import { withDefaults } from '../domain/fields.ts';
import type { Integration } from '../domain/integration.ts';
import type { Catalogue } from '../providers/catalogue.ts';

/** An integration names a provider that this version of the platform does not have: a newer or an older one stored it. */
export class UnknownProvider extends Failure {
  constructor(provider: string) {
    super('conflict', `This version of the platform does not know the provider ${provider}.`);
  }
}

/** The provider of a stored integration. Throws `UnknownProvider` where it is not in the list. */
export function providerOf(catalogue: Catalogue, { provider }: Pick<Integration, 'provider'>): Provider {
  const entry = catalogue.find(provider);
  if (entry === undefined) throw new UnknownProvider(provider);
  return entry.provider;
}

/** The settings as a connector takes them. */
export const settingsFor = (
  catalogue: Catalogue,
  integration: Pick<Integration, 'provider' | 'settings'>,
): Values => withDefaults(providerOf(catalogue, integration).settingsFields, integration.settings);
