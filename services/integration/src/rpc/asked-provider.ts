import { invalid } from '@patchbay/errors/failure';
import type { Values } from '../connector/credentials.ts';
import type { Provider } from '../connector/provider.ts';
import { type Entered, readSettings } from '../domain/fields.ts';
import type { Catalogue } from '../providers/catalogue.ts';

/** The provider of a request; an unknown value is a problem of the field `provider`. */
export function askedProvider(catalogue: Catalogue, value: string): Provider {
  const entry = catalogue.find(value);
  if (entry === undefined)
    throw invalid({ path: 'provider', message: `must be one of ${catalogue.values.join(', ')}` });
  return entry.provider;
}

/** Valid settings in the form in which they are stored. */
export function settingsOf({ settingsFields, normalizeSettings }: Provider, given: Entered = {}): Values {
  const settings = readSettings(settingsFields, given);
  return normalizeSettings?.(settings) ?? settings;
}
