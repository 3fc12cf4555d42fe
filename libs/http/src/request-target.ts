/** Proxies may send the absolute form, a whole URL, as the request target (RFC 9112): its origin is removed. */
const origin = /^https?:\/\/[^/?#]*/i;

/** The path of a request target, still percent-encoded, and its query without the `?`. */
export function splitTarget(target: string): { readonly path: string; readonly search: string } {
  const local = target.startsWith('/') ? target : target.replace(origin, '');
  const mark = local.indexOf('?');
  return mark === -1
    ? { path: local, search: '' }
    : { path: local.slice(0, mark), search: local.slice(mark + 1) };
}
