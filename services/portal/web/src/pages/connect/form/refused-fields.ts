import type { Schemas } from '../../../api/answer.ts';
import type { ProviderField } from './fields.ts';

export interface RefusedField {
  readonly field: ProviderField;
  /** To be read after the label; undefined where it has a regular expression in it, which is not for people. */
  readonly message?: string;
}

export interface Refused {
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
