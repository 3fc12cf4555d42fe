/** Whether each word of a search stands in one of the texts, in upper or lower case. */
export function matches(search: string, ...texts: readonly string[]): boolean {
  const all = texts.join('\n').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
