import type { Schemas } from '../../../api/answer.ts';
import {
  alternativesOf,
  bodyOf,
  type FormValues,
  initialValues,
  type ProviderField,
} from '../../../pages/connect/fields.ts';
import { changesOf } from '../../data/draft.ts';

type Settings = Schemas['FieldValues'];

/** The settings of the integration as input values. */
export const valuesOf = (fields: readonly ProviderField[], settings: Settings): FormValues => ({
  ...initialValues(fields),
  ...Object.fromEntries(
    fields.flatMap(({ name }) => {
      const value = settings[name];
      return value === undefined ? [] : [[name, typeof value === 'boolean' ? value : String(value)]];
    }),
  ),
});

/** The initial alternative: the one with input, else the one in use. */
export function groupOf(
  fields: readonly ProviderField[],
  settings: Settings,
  typed: FormValues,
): string | undefined {
  const changes = changesOf(valuesOf(fields, settings), typed);
  const groupWith = (values: object): string | undefined =>
    alternativesOf(fields).find((each) => each.fields.some(({ name }) => name in values))?.group;
  return groupWith(changes) ?? groupWith(settings);
}

/**
 * The settings to send: the current ones with the changes of the form. The API removes omitted fields, so a field
 * that was emptied, or is one of another alternative, is left out. `shown`: the fields that the form shows.
 */
export function settingsWith(
  settings: Settings,
  typed: FormValues,
  fields: readonly ProviderField[],
  shown: readonly ProviderField[],
): Settings {
  const changes = changesOf(valuesOf(fields, settings), typed);
  const sent = shown.filter(({ name }) => name in changes || !(name in settings));
  const replaced = new Set(
    [...sent, ...fields.filter((field) => !shown.includes(field))].map(({ name }) => name),
  );
  return {
    ...Object.fromEntries(Object.entries(settings).filter(([name]) => !replaced.has(name))),
    ...bodyOf(sent, typed),
  };
}
