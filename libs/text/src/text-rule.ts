import { invalid } from '@patchbay/errors/failure';

/** The rule for the texts of one field. The gateway publishes it in OpenAPI and checks it; the services check it again. */
export interface TextRule {
  /** The bounds of the normalized text as JSON Schema, for the OpenAPI document. */
  readonly schema: {
    readonly minLength?: number;
    readonly maxLength?: number;
    readonly pattern?: string;
    readonly format?: string;
  };
  /** The form that is checked and stored, for instance trimmed. */
  readonly normalize: (text: string) => string;
  /** All problems of a normalized text, each phrased to follow the field's name; empty if it is valid. */
  readonly problemsOf: (text: string) => readonly string[];
}

/** One condition on a text, and the message if it does not hold. */
export interface Condition {
  readonly message: string;
  readonly holds: (text: string) => boolean;
}

/** The messages of the conditions that do not hold. */
export const violations = (text: string, conditions: readonly Condition[]): string[] =>
  conditions.filter(({ holds }) => !holds(text)).map(({ message }) => message);

/** Normalizes and checks texts by field name; throws one `invalid` failure with the problems of all fields. */
export function readTexts<Field extends string>(
  rules: Readonly<Record<Field, TextRule>>,
  texts: Readonly<Record<NoInfer<Field>, string>>,
): Record<Field, string> {
  const read = (Object.keys(rules) as Field[]).map((path) => {
    const text = rules[path].normalize(texts[path]);
    const problems = rules[path].problemsOf(text).map((message) => ({ path, message }));
    return { path, text, problems };
  });
  const problems = read.flatMap((field) => field.problems);
  if (problems.length > 0) throw invalid(...problems);
  return Object.fromEntries(read.map(({ path, text }) => [path, text])) as Record<Field, string>;
}

/** `readTexts` for one text; `path` is the name of its field. */
export const readText = (rule: TextRule, path: string, text: string): string =>
  readTexts({ [path]: rule }, { [path]: text })[path] as string;
