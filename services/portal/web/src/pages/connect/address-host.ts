/** The host of an address that a link may lead to, as people read it; undefined for anything but http and https. */
export function hostOf(address: string | null | undefined): string | undefined {
  if (address === null || address === undefined || !URL.canParse(address)) return undefined;
  const { protocol, host } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? host : undefined;
}
