import { internal, invalid } from '@patchbay/errors/failure';
import type { Values } from '../connector/credentials.ts';
import type { Provider } from '../connector/provider.ts';
import { type Entered, readSettings } from '../domain/fields.ts';
import type { Catalogue } from '../providers/catalogue.ts';

/** The provider of a request; an unknown value is a problem of the field `provider`. */
export function askedProvider(catalogue: Catalogue, value: string): Provider {
  const entry = catalogue.find(value);
  if (entry === undefined) throw invalid({ path: 'provider', message: 'is not a known provider' });
  return entry.provider;
}

/** The provider of a stored integration. */
export function providerOf(catalogue: Catalogue, { provider }: { readonly provider: string }): Provider {
  const entry = catalogue.find(provider);
  if (entry === undefined)
    throw internal(`an integration has the provider ${provider}, which is not in the list`);
  return entry.provider;
}

/** Valid settings in the form in which they are stored. */
export function settingsOf({ settingsFields, normalizeSettings }: Provider, given: Entered = {}): Values {
  const settings = readSettings(settingsFields, given);
  return normalizeSettings?.(settings) ?? settings;
}
