/** The first word of a statement in upper case, for spans: `SELECT`. Only this word, because the rest may contain values. */
export const operationOf = (text: string): string =>
  /^\s*([a-z]+)/i.exec(text)?.[1]?.toUpperCase() ?? 'OTHER';

/** The first quoted table after FROM, INTO or UPDATE, with or without its schema; undefined if there is none. */
export const tableOf = (text: string): string | undefined =>
  /(?:FROM|INTO|UPDATE)\s+"(?:\w+"\.")?(\w+)"/i.exec(text)?.[1];
