const acronyms: Readonly<Record<string, string>> = { api: 'API', id: 'ID', ip: 'IP', url: 'URL' };

/** The words of a name: `apiKeys` is `API keys`, `lastUsedAt` is `last used at`. */
export const wordsOf = (name: string): string =>
  name
    .replaceAll(/[-_]/g, ' ')
    .split(/(?=[A-Z])|\s+/)
    .map((word) => acronyms[word.toLowerCase()] ?? word.toLowerCase())
    .join(' ');

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The heading of a field: `createdAt` is `Created`. */
export const headingOf = (name: string): string => capitalized(wordsOf(name).replace(/ at$/, ''));
