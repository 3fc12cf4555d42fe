import type { Schemas } from '../../api/answer.ts';

export type ProviderField = Schemas['ProviderField'];

/** What is typed, by the names of the fields. Checkboxes have booleans, all other inputs texts. */
export type FormValues = Record<string, string | boolean>;

/** Fields that are filled in together, instead of those of another alternative. */
interface Alternative {
  readonly group: string;
  readonly fields: readonly ProviderField[];
}

/** A part of the form, in the order of the provider's fields: one field, or all alternatives where the first of them stands. */
type FormPart =
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

/** What is wrong with a value; the words stand in `words`. `signs`: a pattern that allows visible ASCII only. */
type ValueProblem = 'missing' | 'tooLong' | 'notWhole' | 'signs' | 'pattern';

/** Characters that a value may have at most, as integration counts them. */
const maxLength = 4_096;

/** The pattern of values that are sent in a header. */
const visibleAscii = '^[\\x21-\\x7e]+$';

/** As integration matches it: the whole value. */
const matches = (pattern: string, text: string): boolean => new RegExp(`^(?:${pattern})$`).test(text);

/** Checks a value by the rules that the server checks it by; undefined where it is good. */
export function problemWith(
  { type, required, pattern }: ProviderField,
  value: string | boolean | undefined,
): ValueProblem | undefined {
  if (typeof value === 'boolean') return undefined;
  const text = (value ?? '').trim();
  if (text === '') return required ? 'missing' : undefined;
  if (Array.from(text).length > maxLength) return 'tooLong';
  if (type === 'integer' && !(/^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)))) return 'notWhole';
  if (pattern === undefined || matches(pattern, text)) return undefined;
  return pattern === visibleAscii ? 'signs' : 'pattern';
}

/**
 * What to say before the form is sent: nothing about what is missing, and that the whole does not match only once the person has
 * left the field. What is wrong with the signs that are there already, more of them cannot mend.
 */
export function earlyProblemWith(
  field: ProviderField,
  value: string | boolean | undefined,
  { left }: { readonly left: boolean },
): ValueProblem | undefined {
  const problem = problemWith(field, value);
  return problem === 'missing' || (problem === 'pattern' && !left) ? undefined : problem;
}

interface RefusedField {
  readonly field: ProviderField;
  /** To be read after the label; undefined where it has a regular expression in it, which is not for people. */
  readonly message?: string;
}

interface Refused {
  /** In the order of the form, each field once. */
  readonly fields: readonly RefusedField[];
  /** Problems of the whole form, and of what is not in it, as sentences. */
  readonly others: readonly string[];
}

const isPattern = (message: string): boolean => message.startsWith('must match ');

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** The problems that the server found, at the fields that the form shows. */
export function refusedFields(
  errors: readonly Schemas['FieldProblem'][],
  shown: readonly ProviderField[],
): Refused {
  const names = new Set(shown.map(({ name }) => name));
  return {
    fields: shown.flatMap((field): RefusedField[] => {
      const error = errors.find(({ path }) => path === field.name);
      if (error === undefined) return [];
      return [{ field, ...(!isPattern(error.message) && { message: error.message }) }];
    }),
    others: errors
      .filter(({ path }) => !names.has(path))
      .map(({ path, message }) => sentence(path === '' ? message : `${path} ${message}`)),
  };
}
