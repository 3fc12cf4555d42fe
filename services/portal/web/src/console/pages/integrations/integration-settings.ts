import type { Schemas } from '../../../api/answer.ts';
import {
  alternativesOf,
  bodyOf,
  type FormValues,
  initialValues,
  type ProviderField,
} from '../../../pages/connect/fields.ts';
import { changesOf } from '../../data/changes.ts';

type Settings = Schemas['FieldValues'];

/** What the integration has, in the values of inputs. */
export const valuesOf = (fields: readonly ProviderField[], settings: Settings): FormValues => ({
  ...initialValues(fields),
  ...Object.fromEntries(
    fields.flatMap(({ name }) => {
      const value = settings[name];
      return value === undefined ? [] : [[name, typeof value === 'boolean' ? value : String(value)]];
    }),
  ),
});

/** The alternative to begin with: the one in which something was typed, else the one that the integration has. */
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
 * The settings to send: those that the integration has now, with what was changed in the form. The API removes what is left out, so a field
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
