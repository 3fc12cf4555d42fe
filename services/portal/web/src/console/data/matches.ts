/** Whether each word of a search occurs in one of the texts, ignoring case. */
export function matches(search: string, ...texts: readonly string[]): boolean {
  const all = texts.join('\n').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
