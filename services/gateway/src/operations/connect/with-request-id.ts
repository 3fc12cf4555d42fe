/** The outcomes after which somebody may ask for help. */
const unfortunate = new Set(['failed', 'retry', 'used', 'expired']);

/**
 * Adds the request id to the address of a page of the Portal that says what went wrong, for people to quote. It is in the fragment,
 * beside the reason, which browsers send to no server. Other addresses stay as they are: a return address is somebody else's.
 */
export function withRequestId(location: string, portalUrl: string, requestId: string): string {
  const page = `${portalUrl}/connect/outcome?`;
  if (!location.startsWith(page)) return location;
  const url = new URL(location);
  if (!unfortunate.has(url.searchParams.get('outcome') ?? '')) return location;
  url.hash = url.hash === '' ? `requestId=${requestId}` : `${url.hash}&requestId=${requestId}`;
  return url.href;
}
