/** A name that people chose. It is drawn apart from the text around it, because it can be of any script and say anything. */
export interface Name {
  readonly name: string;
}

/** A text with names in it. */
export type Phrase = readonly (string | Name)[];

export const named = (name: string): Phrase => [{ name }];

/** A phrase as a template of texts and phrases. What is undefined is left out. */
export const say = (
  texts: TemplateStringsArray,
  ...values: readonly (Phrase | string | undefined)[]
): Phrase =>
  texts.flatMap((text, index) => {
    const value = values[index] ?? [];
    return [text, ...(typeof value === 'string' ? [value] : value)].filter((part) => part !== '');
  });

/** Without marks, for titles. */
export const plain = (phrase: Phrase): string =>
  phrase.map((part) => (typeof part === 'string' ? part : part.name)).join('');
