/** By the beginning of an address of the provider: what is called instead. */
export type Endpoints = Readonly<Record<string, string>>;

const beginsWith = (url: string, prefix: string): boolean =>
  url.startsWith(prefix) &&
  (prefix.endsWith('/') || url.length === prefix.length || '/?'.includes(url.charAt(prefix.length)));

/** The address with its longest configured beginning replaced; the rest is kept. */
export function replaceBeginning(url: string, endpoints: Endpoints): string {
  const longest = Object.keys(endpoints)
    .filter((prefix) => beginsWith(url, prefix))
    .toSorted((a, b) => b.length - a.length)[0];
  return longest === undefined ? url : `${endpoints[longest]}${url.slice(longest.length)}`;
}
