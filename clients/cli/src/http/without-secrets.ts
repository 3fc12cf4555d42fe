/** Path segments that are secrets. */
const secretParts: readonly (readonly [pattern: RegExp, shown: string])[] = [
  [/(\/v1\/connect\/)(?!oauth\/)[^/]+/, '$1{token}'],
  [/(\/v1\/invitations\/)[^/]+/, '$1{token}'],
  [/(\/v1\/auth\/device\/)(?!(?:token|decide)$)[^/]+/, '$1{userCode}'],
];
const secretName = /token|code|state|key|secret|password|signature|auth/i;

/** A URL that is safe to show: without tokens in the path and without query values that may be secrets. */
export function withoutSecrets(address: string): string {
  const url = new URL(address);
  for (const [pattern, shown] of secretParts) url.pathname = url.pathname.replace(pattern, shown);
  // Queries to advertising systems are confidential, and their parameters are not known here.
  const isRelayed = url.pathname.includes('/relay/');
  for (const name of new Set(url.searchParams.keys()))
    if (isRelayed || secretName.test(name)) url.searchParams.set(name, 'hidden');
  return url.href.replaceAll(/%7B(\w+)%7D/g, '{$1}');
}
