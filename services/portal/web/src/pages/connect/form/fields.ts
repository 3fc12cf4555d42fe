import type { Schemas } from '../../../api/answer.ts';

export type ProviderField = Schemas['ProviderField'];

/** What is typed, by the names of the fields. Checkboxes have booleans, all other inputs texts. */
export type FormValues = Record<string, string | boolean>;

/** Fields that are filled in together, instead of those of another alternative. */
export interface Alternative {
  readonly group: string;
  readonly fields: readonly ProviderField[];
}

/** A part of the form, in the order of the provider's fields: one field, or all alternatives where the first of them stands. */
export type FormPart =
  | { readonly kind: 'field'; readonly field: ProviderField }
  | { readonly kind: 'choice'; readonly alternatives: readonly Alternative[] };

export function alternativesOf(fields: readonly ProviderField[]): readonly Alternative[] {
  const groups = new Map<string, ProviderField[]>();
  for (const field of fields)
    if (field.group !== undefined) groups.set(field.group, [...(groups.get(field.group) ?? []), field]);
  return [...groups].map(([group, members]) => ({ group, fields: members }));
}

export function partsOf(fields: readonly ProviderField[]): readonly FormPart[] {
  const first = fields.find(({ group }) => group !== undefined);
  return fields.flatMap((field): FormPart[] => {
    if (field.group === undefined) return [{ kind: 'field', field }];
    return field === first ? [{ kind: 'choice', alternatives: alternativesOf(fields) }] : [];
  });
}

/** The fields that are filled in where this alternative is chosen. */
export const shownFields = (
  fields: readonly ProviderField[],
  chosen: string | undefined,
): readonly ProviderField[] => fields.filter(({ group }) => group === undefined || group === chosen);

/** What the form begins with. The default of a field is written as text, whatever its type. */
export const initialValues = (fields: readonly ProviderField[]): FormValues =>
  Object.fromEntries(
    fields.map(({ name, type, default: text = '' }) => [name, type === 'boolean' ? text === 'true' : text]),
  );

/** The body that connects: values in the types of their fields, without those that were left empty. */
export function bodyOf(shown: readonly ProviderField[], values: FormValues): Schemas['FieldValues'] {
  return Object.fromEntries(
    shown.flatMap(({ name, type }): [string, string | number | boolean][] => {
      const value = values[name] ?? '';
      if (typeof value === 'boolean') return [[name, value]];
      const text = value.trim();
      if (text === '') return [];
      return [[name, type === 'integer' ? Number(text) : text]];
    }),
  );
}
