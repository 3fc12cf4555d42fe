/** What the texts of one field must be. A value: the gateway publishes and checks it, the services check it again. */
export interface TextRule {
  /** Its bounds in the words of JSON Schema, as the API's document states them. */
  readonly schema: {
    readonly minLength?: number;
    readonly maxLength: number;
    readonly pattern?: string;
    readonly format?: string;
  };
  /** The text as it is measured and kept, for instance trimmed. */
  readonly normalize: (text: string) => string;
  /** All that is wrong with a normalized text, each a sentence that follows the field's name; empty: nothing. */
  readonly problemsOf: (text: string) => readonly string[];
}

/** One condition on a text, and what is said where it does not hold. */
export interface Condition {
  readonly message: string;
  readonly holds: (text: string) => boolean;
}

export const brokenBy = (text: string, conditions: readonly Condition[]): string[] =>
  conditions.filter(({ holds }) => !holds(text)).map(({ message }) => message);
