import type { Schemas } from '../../../api/answer.ts';
import { bodyOf, type FormValues, initialValues, type ProviderField } from '../../../pages/connect/fields.ts';
import { usualLinkDays } from '../../data/api-bounds.ts';

type Provider = Schemas['Provider'];

/** Prefix of settings in the form, which keeps them apart from the fields of the integration. */
const prefix = 'settings-';

/** The settings of a provider, under their names in the form. */
export const settingsOf = ({ settingsFields }: Pick<Provider, 'settingsFields'>): readonly ProviderField[] =>
  settingsFields.map((field) => ({ ...field, name: `${prefix}${field.name}` }));

/** The initial values of the form. */
export const startOf = (provider: Provider): FormValues => ({
  ...initialValues(settingsOf(provider)),
  name: provider.name,
  access: provider.access[0] ?? 'read',
  returnUrl: '',
  connectLinkExpiresInDays: String(usualLinkDays),
});

/** The request. `shown`: the settings that the form shows, under their names there. */
export function creationOf(
  { provider }: Pick<Provider, 'provider'>,
  shown: readonly ProviderField[],
  values: FormValues,
): Schemas['NewIntegration'] {
  const typed = (name: string): string => String(values[name] ?? '').trim();
  const returnUrl = typed('returnUrl');
  return {
    provider,
    name: typed('name'),
    access: typed('access') === 'manage' ? 'manage' : 'read',
    settings: Object.fromEntries(
      Object.entries(bodyOf(shown, values)).map(([name, value]) => [name.slice(prefix.length), value]),
    ),
    ...(returnUrl !== '' && { returnUrl }),
    connectLinkExpiresInDays: Number(typed('connectLinkExpiresInDays')),
  };
}

/** The problems of a refused request, under the names of the form. */
export const problemsOf = (errors: readonly Schemas['FieldProblem'][]): readonly Schemas['FieldProblem'][] =>
  errors.map(({ path, message }) => ({ path: path.replace(/^settings\./, prefix), message }));
