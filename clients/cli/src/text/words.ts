const acronyms: Readonly<Record<string, string>> = {
  api: 'API',
  apis: 'APIs',
  id: 'ID',
  ip: 'IP',
  url: 'URL',
};

/** The parts of a name: of `callbackURL` they are `callback` and `url`. */
export const partsOf = (name: string): string[] =>
  name.split(/[-_\s]+|(?<=[a-z\d])(?=[A-Z])/).map((part) => part.toLowerCase());

/** The words of a name: `apiKeys` is `API keys`, `lastUsedAt` is `last used at`. */
export const wordsOf = (name: string): string =>
  partsOf(name)
    .map((part) => acronyms[part] ?? part)
    .join(' ');

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The heading of a field: `createdAt` is `Created`. */
export const headingOf = (name: string): string => capitalized(wordsOf(name).replace(/ at$/, ''));
