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
