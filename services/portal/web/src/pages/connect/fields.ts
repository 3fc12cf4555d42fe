import type { Schemas } from '../../api/answer.ts';

export type ProviderField = Schemas['ProviderField'];

/** Typed values by field name. Checkboxes have booleans, all other inputs have texts. */
export type FormValues = Record<string, string | boolean>;

/** Fields that are filled in together, instead of the fields of another alternative. */
interface Alternative {
  readonly group: string;
  readonly fields: readonly ProviderField[];
}

/** A part of the form, in the order of the provider's fields: one field, or all alternatives at the position of the first one. */
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

/** The fields that are shown if this alternative is chosen. */
export const shownFields = (
  fields: readonly ProviderField[],
  chosen: string | undefined,
): readonly ProviderField[] => fields.filter(({ group }) => group === undefined || group === chosen);

/** The initial values. The default of a field is a text, whatever its type. */
export const initialValues = (fields: readonly ProviderField[]): FormValues =>
  Object.fromEntries(
    fields.map(({ name, type, default: text = '' }) => [name, type === 'boolean' ? text === 'true' : text]),
  );

/** The request body: values in the types of their fields, without empty ones. */
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

/** The problem with a value; `words` has the texts. `signs`: the pattern allows visible ASCII only. */
type ValueProblem = 'missing' | 'tooLong' | 'notWhole' | 'signs' | 'pattern';

/** The pattern of values that are sent in a header. */
const visibleAscii = '^[\\x21-\\x7e]+$';

/** Matches the whole value, as integration does. */
const matches = (pattern: string, text: string): boolean => new RegExp(`^(?:${pattern})$`).test(text);

/** Validates a value by the rules of the server. Undefined: valid. */
export function problemWith(
  { type, required, pattern, maxLength = Number.POSITIVE_INFINITY }: ProviderField,
  value: string | boolean | undefined,
): ValueProblem | undefined {
  if (typeof value === 'boolean') return undefined;
  const text = (value ?? '').trim();
  if (text === '') return required ? 'missing' : undefined;
  // In code points, as integration counts them.
  if (Array.from(text).length > maxLength) return 'tooLong';
  if (type === 'integer' && !(/^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)))) return 'notWhole';
  if (pattern === undefined || matches(pattern, text)) return undefined;
  return pattern === visibleAscii ? 'signs' : 'pattern';
}

/**
 * The problem to show before the form is sent: no missing value, and a pattern that does not match only after the person has
 * left the field. More characters cannot fix the other problems.
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
  /** Read after the label. Undefined if it contains a regular expression, which is not for people. */
  readonly message?: string;
}

interface Refused {
  /** In the order of the form, each field once. */
  readonly fields: readonly RefusedField[];
  /** Problems of the whole form, and of fields that are not in it, as sentences. */
  readonly others: readonly string[];
}

const isPattern = (message: string): boolean => message.startsWith('must match ');

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** Assigns the problems from the server to the fields that the form shows. */
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
