/** The statement's first word, as spans name it: `SELECT`. Nothing else of the text is taken, values may be in it. */
export const operationOf = (text: string): string =>
  /^\s*([a-z]+)/i.exec(text)?.[1]?.toUpperCase() ?? 'OTHER';

/** The first table that generated SQL names, as in `"schema"."table"`; undefined where there is none. */
export const tableOf = (text: string): string | undefined =>
  /(?:FROM|INTO|UPDATE)\s+"(?:\w+"\.")?(\w+)"/i.exec(text)?.[1];
