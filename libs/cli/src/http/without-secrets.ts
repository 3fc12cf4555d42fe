/** Parts of paths that let in whoever knows them. */
const secretParts: readonly (readonly [pattern: RegExp, shown: string])[] = [
  [/(\/v1\/connect\/)(?!oauth\/)[^/]+/, '$1{token}'],
  [/(\/v1\/invitations\/)[^/]+/, '$1{token}'],
  [/(\/v1\/auth\/device\/)(?!(?:token|decide)$)[^/]+/, '$1{userCode}'],
];
const secretName = /token|code|state|key|secret|password|signature|auth/i;

/** An address as it may be shown and pasted: without tokens in its path, and without values in its query that may be secrets. */
export function withoutSecrets(address: string): string {
  const url = new URL(address);
  for (const [pattern, shown] of secretParts) url.pathname = url.pathname.replace(pattern, shown);
  // What an advertising system is asked for is nobody else's business, and not known here.
  const isRelayed = url.pathname.includes('/relay/');
  for (const name of new Set(url.searchParams.keys()))
    if (isRelayed || secretName.test(name)) url.searchParams.set(name, 'hidden');
  return url.href.replaceAll(/%7B(\w+)%7D/g, '{$1}');
}
